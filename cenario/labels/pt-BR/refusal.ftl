# Why a closing was refused.
refusal-no_json = sem JSON
refusal-invalid_json = JSON inválido
refusal-invalid_shape = forma inválida
