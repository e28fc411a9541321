# A chatbot behind HTTP.
chatbot-url = “{ $url }” is not an http or https address
chatbot-remote = { $url } is not this machine; to measure a chatbot elsewhere, say allow_remote: true
