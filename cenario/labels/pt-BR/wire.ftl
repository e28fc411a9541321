# As partes de um pedido que têm impressão digital própria.
wire-part-system = system
wire-part-tools = ferramentas
wire-part-opening = abertura
wire-part-parameters = parâmetros
