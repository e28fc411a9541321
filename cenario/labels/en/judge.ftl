judge-input = Executions to judge (one .jsonl file, of one model)
judge-out = File of votes to write (.jsonl)
judge-evaluation = Evaluation (default: F5)
judge-model = The judge, provider:model (default: the batch's own model)
judge-both = Each pair in both orders
judge-again = How many A/A pairs to judge (our default: 20)
judge-degraded = How many pairs with a reply made worse on purpose (our default: 20)
