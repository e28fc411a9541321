simulate-declaration = a avaliação declarada (data/quality/*.yaml); sem ela, a que vem com o projeto
simulate-customer = o modelo que faz o cliente, provedor:modelo; sem ele, o declarado, ou o do agente
simulate-arm = a versão: atual ou nova; sem ela, as declaradas
