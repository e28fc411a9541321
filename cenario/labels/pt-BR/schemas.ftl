# cenario schemas
schemas-check = confere os arquivos com o código (padrão)
schemas-write = grava os arquivos a partir do código
schemas-out = pasta dos arquivos
schemas-both = escolha --check ou --write, não os dois
schemas-differ = diferem do código: { $paths }; rode cenario schemas --write
schemas-equal = { $n } esquemas em { $path }, iguais ao código
