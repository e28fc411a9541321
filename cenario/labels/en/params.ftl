# Parameters refused.
params-unknown = unknown parameter “{ $name }” in evaluation { $code }; there are: { $legal }
params-illegal = parameter { $name }: got { $value }, legal is { $legal }
