c-title = C · esquema das ferramentas sem o pattern repetido
c-question = Tirar do esquema das ferramentas o pattern que só repete o format faz o agente errar mais do que ele já erra de uma execução para a outra?
c-gain = −4.014 tokens por passo na Nina (−36 % das ferramentas), pelo runbook.
c-next = A virada do knob é um ato à parte, por decisão do dono.
c-limit-corpus = O corpus é inventado: 30 conversas em quatro negócios, sem a distribuição real das conversas.
c-limit-absence = APROVA aqui é ausência de regressão acima da banda; o que sustenta segurança são os limites superiores da leitura calibrada.
c-limit-rule = A banda [mín, máx] e o mínimo de chamadas são PROPOSTA do runbook, à espera do dono.
c-reading-self-fire = Com estes dados, esta regra reprovaria um braço idêntico à referência em cerca de { $share } das vezes.
c-reading-max-t-shown = O teste de permutação (max-T, seis indicadores juntos) mostra piora: p = { $p }, mais forte em { $indicator }.
c-reading-max-t-not-shown = O teste de permutação (max-T, seis indicadores juntos) não mostra piora: p = { $p }; o mais forte é { $indicator }.
c-reading-upper = { $indicator }: diferença { $difference }; a regressão pode chegar a { $upper } (limite superior unilateral de 95 %); p = { $p }.
c-reading-detectable = A menor diferença de chamadas inválidas por 100 que esta amostra mostraria com poder de 80 % é { $difference } (vezes { $times }).
c-reading-rare = { $indicator }: eventos demais raros para uma banda (referência { $off }, candidata { $on }), então a banda não informa; p exato = { $p }.
c-reading-heterogeneous = As repetições da referência diferem entre si mais do que o acaso explica (p = { $p }): algo mudou entre as rodadas, e os testes acima são otimistas.
c-reading-homogeneous = As repetições da referência não diferem entre si mais do que o acaso explica (p = { $p }).
c-reading-empty-searches = { $share } das { $n } buscas voltaram vazias; uma parte alta quer dizer agenda sem horários, e o C perde chamadas com data.
c-reading-repetitions = Com K = { $repetitions } e { $conversations } conversas, e as taxas medidas aqui, a regra reprovaria um braço idêntico em { $same } das vezes e um 1,5 vez pior em { $worse } (simulado).
c-reading-no-whole-conversation = Nenhuma conversa tem todas as repetições nos dois braços, então não há leitura calibrada.
