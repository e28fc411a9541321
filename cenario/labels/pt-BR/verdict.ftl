# Um veredito no terminal.
verdict-pairs = { $n } pares: só a candidata { $won }, só a referência { $lost }, ambas { $both }, nenhuma { $neither }
verdict-dropped = fora da conta em { $arm }: { $n } ({ $reason })
verdict-limits = O que isto não mede, e até onde vale:
