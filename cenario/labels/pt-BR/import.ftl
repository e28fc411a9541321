# Trazer registros de outras ferramentas.
import-unknown-format = formato desconhecido “{ $name }”; os que existem: { $legal }
import-not-recognised = { $path }: não reconheço de que ferramenta é; diga com --as ({ $legal })
import-ambiguous = { $path }: pode ser de mais de uma ferramenta; diga com --as ({ $legal })
import-truncated = { $place }: JSON cortado antes do fim ({ $detail }); a cópia ou a gravação não terminou
import-misfit = { $path }: { $place }: esperava { $expected }, veio { $received }; o arquivo não é desse formato
import-duplicate = { $path }: a tarefa { $task } tem duas linhas da repetição { $trial } (pares repetidos: { $n }); uma cópia não é uma repetição
import-model-needed = { $path }: o arquivo não diz o modelo; diga com --model
import-trial-is-index = Neste arquivo “trial” é o índice da linha, e não a repetição: cada valor aparece com uma tarefa só.
import-harness-failure = { $n ->
    [one] Uma execução falhou por causa do arnês e não se mede: { $reason }
   *[other] { $n } execuções falharam por causa do arnês e não se medem: { $reason }
 }
import-not-a-number = { $n ->
    [one] Uma execução tem { $name } que não é um número: fica sem nota, e não com zero.
   *[other] { $n } execuções têm { $name } que não é um número: ficam sem nota, e não com zero.
 }
import-no-unit = “{ $name }” não tem unidade nesse formato (ora dólares, ora tokens): não é lido como custo.
import-no-price = { $n ->
    [one] Uma execução diz custo zero com tokens gastos: o modelo não tem preço ali, e o custo fica desconhecido.
   *[other] { $n } execuções dizem custo zero com tokens gastos: o modelo não tem preço ali, e o custo fica desconhecido.
 }
import-file = arquivo da outra ferramenta
import-as = formato; pode faltar onde o conteúdo o diz
import-arm = nome do braço (o lado da comparação); padrão: o nome do arquivo
import-model = modelo que rodou; pode faltar onde o arquivo o diz
import-out = arquivo de execuções a gravar (JSONL)
import-done = { $n } execuções ({ $tasks } tarefas, { $repetitions } repetição(ões)) de { $format } em { $path }
import-done-votes = { $n } votos de { $format } em { $path }
import-in-the-way = { $path }: já existe e não é uma importação; escolha outro nome para não perder o que foi medido
import-many-pairs = { $path }: há votos sobre { $n } pares de modelos; um arquivo de votos compara dois modelos. Separe-os.
import-agent-name = em tráfego real, qual remetente é o agente
import-quality = a avaliação de qualidade (real_traffic) pela qual estas conversas serão pontuadas
import-mask = esconde CPF, telefone e e-mail do que se grava, e tira nomes de remetentes e do arquivo (não acha nomes no texto)
import-quality-simulated = { $path }: é uma avaliação simulada; conversas importadas pedem kind: real_traffic
