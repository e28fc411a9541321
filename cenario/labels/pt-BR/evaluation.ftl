# Achar uma avaliação.
evaluation-unknown = avaliação desconhecida “{ $code }”; as que existem: { $legal }, ou o caminho de um arquivo .py
evaluation-not-defined = { $path }: o arquivo não define EVALUATION (um cenario.domain.evaluation.Evaluation)
evaluation-does-not-run = { $path }: o arquivo não roda ({ $detail })
