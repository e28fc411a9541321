# What the journal (JSONL) refuses or warns of.
journal-empty = { $path }: not one whole execution in the file; check that writing it ended
journal-not-jsonl = { $path }:{ $line }: not a file of executions (one line of JSON a record); if it is another tool's, use “cenario import”
journal-not-ours = { $path }:{ $line }: the line does not say what it is (kind: manifest, execution, vote or score); if it is another tool's, use “cenario import”
journal-line-too-long = { $path }:{ $line }: line over the limit of { $limit } bytes
journal-sent = { $path }:{ $line }: the execution says that a message really left (sent: true); an evaluation never sends, and this record is refused
journal-arm-not-proved = { $path }:{ $line }: the wire does not prove arm “{ $arm }” (arm_proved: false); run that execution again
journal-duplicate = { $place }: the same execution is already in { $earlier } ({ $key }); a copy is not a repetition
journal-torn = { $path }:{ $line }: last line half written ({ $size } bytes), left out; nothing else is lost
journal-torn-aside = { $path }:{ $line }: last line half written, set aside in { $path }.torn; nothing else is lost
journal-locked = { $path }: another process is writing this file; wait or choose another name
journal-cannot-write = { $path }: could not be written ({ $detail })
