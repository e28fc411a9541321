# Why a closing was refused.
refusal-no_json = no JSON
refusal-invalid_json = invalid JSON
refusal-invalid_shape = invalid shape
