# O que se recusa ao abrir um estudo num caderno.
study-one-side = dê os dois lados da comparação, baseline e candidate
study-no-such-model = o modelo { $model } não está nos arquivos dados; há { $seen }
study-no-such-locale = idioma desconhecido: { $locale }; vale { $legal }
