# Um chatbot atrás de HTTP.
chatbot-url = “{ $url }” não é um endereço http ou https
chatbot-remote = { $url } não é esta máquina; para medir um chatbot de fora, diga allow_remote: true
