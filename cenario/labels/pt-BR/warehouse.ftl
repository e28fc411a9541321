# O armazém (Parquet, DuckDB).
warehouse-refused = { $path }: não deu para ler ({ $detail })
warehouse-mixed = um armazém (pasta) se lê sozinho; dê uma pasta, ou diários (.jsonl)
warehouse-nothing = nenhum arquivo dado; diga o caminho das execuções
warehouse-none = { $path }: não é um armazém; dê a pasta de um, ou diários (.jsonl)
