# Bringing in other tools' records.
import-unknown-format = unknown format “{ $name }”; there are: { $legal }
import-not-recognised = { $path }: the tool it comes from is not recognised; say it with --as ({ $legal })
import-ambiguous = { $path }: it may come from more than one tool; say which with --as ({ $legal })
import-truncated = { $place }: JSON cut before its end ({ $detail }); copying or writing it did not finish
import-misfit = { $path }: { $place }: expected { $expected }, got { $received }; the file is not of this format
import-duplicate = { $path }: task { $task } has two rows of repetition { $trial } (repeated pairs: { $n }); a copy is not a repetition
import-model-needed = { $path }: the file does not say the model; say it with --model
import-trial-is-index = In this file “trial” is the row's index, not the repetition: each value stands with one task only.
import-harness-failure = { $n ->
    [one] One execution failed because of the harness and is not measured: { $reason }
   *[other] { $n } executions failed because of the harness and are not measured: { $reason }
 }
import-not-a-number = { $n ->
    [one] One execution has a { $name } that is not a number: it has no score, not a zero.
   *[other] { $n } executions have a { $name } that is not a number: they have no score, not a zero.
 }
import-no-unit = “{ $name }” has no unit in this format (now dollars, now tokens): it is not read as a cost.
import-no-price = { $n ->
    [one] One execution says it cost zero with tokens spent: the model has no price there, and the cost stays unknown.
   *[other] { $n } executions say they cost zero with tokens spent: the model has no price there, and the cost stays unknown.
 }
import-file = the other tool's file
import-as = format; may be left out where the content tells
import-arm = the arm's name (one side of a comparison); default: the file's name
import-model = the model that ran; may be left out where the file tells
import-out = file of executions to write (JSONL)
import-done = { $n } executions ({ $tasks } tasks, { $repetitions } repetition(s)) of { $format } in { $path }
import-done-votes = { $n } votes of { $format } in { $path }
import-in-the-way = { $path }: it exists and is not an import; choose another name so that nothing measured is lost
import-many-pairs = { $path }: there are votes on { $n } pairs of models; a votes file compares two models. Split it.
import-agent-name = in real traffic, which sender is the agent
import-quality = the evaluation of quality (real_traffic) that these conversations will be scored by
import-mask = hide CPF, phone and e-mail in what is written, and drop names of senders and of the file (it finds no names in texts)
import-quality-simulated = { $path }: this is a simulated evaluation; imported conversations take kind: real_traffic
