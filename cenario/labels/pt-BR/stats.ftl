# Errors of the statistics floor: what was expected and what came.
stats-out-of-range = { $name }: esperado { $legal }, recebido { $received }
stats-too-few = { $name }: são precisos ao menos { $needed } e há { $received }; meça mais antes de afirmar um número
