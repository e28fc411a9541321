# What a declared file is refused for.
documents-missing = { $path }: no such file; check the path
documents-unreadable = { $path }: could not be read ({ $detail })
documents-too-big = { $path }: over the limit of { $limit } bytes; split the file
documents-not-utf8 = { $place }: not UTF-8; save the file as UTF-8
documents-empty = { $path }: empty file
documents-not-json = { $place }: invalid JSON ({ $detail })
documents-not-yaml = { $place }: invalid YAML ({ $detail })
documents-not-finite = { $place }: { $value } is not a JSON number; use null where there is none
documents-too-deep = { $path }: nested too deep for a declared file
documents-duplicate-key = { $place }: the key “{ $key }” stands twice; keep one
documents-key-not-text = { $place }: a key must be text, got { $key }
documents-alias = { $place }: anchors and aliases (& and *) are not read; write the value out
documents-tag = { $place }: tags (“{ $tag }”) are not read; write the value alone
documents-field-missing = { $place }: the field { $field } is missing
documents-field-unknown = { $place }: unknown field { $field }; check the spelling or remove it
documents-field-type = { $place }: { $field }: expected { $expected }, got { $received }
documents-field-invalid = { $place }: { $field }: { $detail }
