# The warehouse (Parquet, DuckDB).
warehouse-refused = { $path }: could not be read ({ $detail })
warehouse-mixed = a warehouse (a folder) is read alone; give one folder, or journals (.jsonl)
warehouse-nothing = no file was given; say the path of the executions
warehouse-none = { $path }: not a warehouse; give the folder of one, or journals (.jsonl)
