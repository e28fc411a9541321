# cenario doctor
doctor-python = Python { $have } (3.11 ou mais novo)
doctor-packages = os { $n } pacotes de que tudo depende estão instalados
doctor-packages-missing = faltam pacotes: { $names }; rode make setup
doctor-folder = dá para gravar em { $path }
doctor-folder-not-writable = não dá para gravar em { $path }
doctor-disk = { $free } GB livres no disco
doctor-keys = chaves no ambiente: { $names }
doctor-no-keys = nenhuma chave de provedor no ambiente: só o modelo simulado e o local; nada se gasta
doctor-corpora = os { $agents } agentes e os corpora C ({ $c }) e F5 ({ $f5 }) conferem: cada armadilha, curso e sonda foi provado
