# De onde um relatório tira as execuções quando ninguém diz.
sources-none = não há execuções gravadas da avaliação { $code } nem execução simulada embutida; grave com “cenario run --evaluation { $code }” ou dê os arquivos com --runs
