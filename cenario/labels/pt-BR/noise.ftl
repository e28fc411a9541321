# O agente contra ele mesmo.
noise-one-repetition = { $model }, braço { $arm }: há uma só repetição, e uma só não mostra ruído; grave outra vez as mesmas conversas
noise-head = { $model }, braço { $arm }: { $n } repetições de { $conversations } conversas
noise-band = banda [{ $lower }; { $upper }]
noise-agreement = concordância de { $name }: { $pairs } (no todo { $share })
noise-lost = fora da conta em k={ $k }: { $n } ({ $reason })
noise-runs = arquivo de execuções; #arm=, #model= e #k= escolhem uma parte
noise-measure = nota de que se lê a concordância e o pass^k (padrão: reward)
noise-more = mais arquivos
