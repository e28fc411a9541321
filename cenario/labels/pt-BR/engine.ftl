# Ler, medir, decidir.
engine-selector = “{ $reference }”: não entendi o que vem depois de #; vale { $legal }, unidos por &
engine-no-match = “{ $pattern }”: nenhum arquivo com esse nome
engine-nothing-of = nenhuma execução da avaliação { $code } nos arquivos dados (há de: { $seen })
engine-empty-side = { $reference }: nenhuma execução; confira o arquivo e o que vem depois de #
engine-mixed-side = { $reference }: mais de um valor de { $name } ({ $found }); escolha um com #{ $name }=…
engine-headline = { $outcome }: { $reasons }
engine-and = { $first } { $rest }
engine-no-clause = Nada foi medido.
engine-knob-approved = APROVA: os { $n } modelos em uso aprovam
engine-knob-rejected = REPROVA: reprovado em { $models }; o interruptor fica desligado
engine-knob-inconclusive = INCONCLUSIVO: sem conclusão em { $models }; o interruptor fica desligado
engine-knob-missing = INCONCLUSIVO: modelo em uso sem medida ({ $models }); o interruptor fica desligado
engine-simulated = O modelo é simulado: isto mostra como a avaliação trabalha, nada diz de um modelo real.
engine-torn = { $path }:{ $line }: a última linha estava pela metade e ficou de fora.
engine-superseded = { $n ->
    [one] Uma execução falhou por causa do arnês ou parou, e foi refeita: vale a última; o que custou conta.
   *[other] { $n } execuções falharam por causa do arnês ou pararam, e foram refeitas: vale a última; o que custaram conta.
 }
engine-ruler-declared-now = A régua foi declarada ao pedir o veredito, e não antes da medida: as execuções vêm de fora ou de outra avaliação.
engine-ruler-younger = A régua é mais nova que a medida (mudou: { $parts }); com ela nada se aprova.
engine-ruler-absent = { $n ->
    [one] Uma execução sem manifesto: não se sabe com que régua foi medida, e nada se aprova.
   *[other] { $n } execuções sem manifesto: não se sabe com que régua foram medidas, e nada se aprova.
 }
engine-all-hold = Todas as { $n } condições da régua sobre a mudança valem, e os dados bastam.
