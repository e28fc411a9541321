# De onde um relatório tira as execuções quando ninguém diz.
sources-none-of-model = não há execuções gravadas da avaliação { $code } com o modelo { $model }; grave com “cenario run” ou dê os arquivos com --runs
