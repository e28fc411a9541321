# What is refused when a notebook opens a study.
study-one-side = give both sides of the comparison, baseline and candidate
study-no-such-model = model { $model } is not in the files given; there is { $seen }
study-no-such-locale = unknown language: { $locale }; it may be { $legal }
