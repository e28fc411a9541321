# What a corpus is refused for.
corpus-empty = { $path }: empty corpus
corpus-id-twice = { $path }: id { $id } appears twice
corpus-contact-twice = { $path }: { $first } and { $second } have the same contact; each conversation has its own
corpus-c-ids = corpus C must have conversations { $first } to { $last }, in order; { $n } came
corpus-c-business = corpus C has no conversation of { $names }
corpus-trap-false = { $id }: says it has trap { $trap }, and has not
corpus-trap-place = trap { $trap } is not where it must be; it is in { $where }
corpus-conversation = { $id }: { $what }: does not serve the corpus
corpus-trap-unnamed = { $id }: has trap { $trap }, and does not name it
corpus-f5-counts = corpus F5 must have 64 conversations: C's 30, ten probes of each kind and 4 controls; { $n } came, { $probes } of them probes
corpus-f5-not-c = corpus F5 must have the same conversations as C, in the same order
