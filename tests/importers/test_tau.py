"""tau-bench and tau2-bench come in whole: the real files, and each trap on a small one."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from cenario.errors import BadInputError
from cenario.importers.registry import Options, choose, importers, read_file

AIRLINE = "data/tau-bench/gpt-4o-airline.json"
LADDER = "data/tau-bench-retail-ladder/final_results__tool-calling-l{}.json"
TAU2 = "data/tau2-bench/results__{}_airline_default_gpt-4.1_1trials.json"
OPTIONS = Options(arm="a", model="m")


def row(task: int = 0, trial: int = 0, **changes) -> dict:
    call = {"id": "c1", "type": "function", "function": {"name": "find", "arguments": "{'a': 1}"}}
    trajectory = [
        {"role": "system", "content": "policy"},
        {"role": "user", "content": "hi"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "name": "find", "content": "Error: no such\nthing"},
        {"role": "assistant", "content": "done"},
    ]
    return {"task_id": task, "trial": trial, "reward": 1.0, "info": {}, "traj": trajectory, **changes}


def write(path: Path, value: object) -> Path:
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return path


def executions(path: Path, options: Options = OPTIONS, name: str | None = None):
    return read_file(path, options, name=name)[2].executions


def codes(path: Path, options: Options = OPTIONS) -> list[str]:
    return [note.code for note in read_file(path, options)[2].notes]


@pytest.mark.real
def test_the_airline_file_is_what_its_readme_says(shared):
    made = executions(shared / AIRLINE)
    assert len(made) == 200
    by_trial = Counter(e.repetition for e in made if e.scores["reward"] == 1)
    assert [by_trial[k] for k in range(4)] == [21, 22, 20, 21]
    calls = [call for e in made for call in e.calls]
    assert len(calls) == 1164
    assert sum(call.error is not None for call in calls) == 73
    assert all(isinstance(json.loads(call.arguments), dict) for call in calls)
    assert all(e.outcome == "completed" and e.cost_usd is None for e in made)
    assert sum(len(e.messages) for e in made) == 2454 + 1490 + 1164 + 200
    assert codes(shared / AIRLINE) == ["import-no-unit"]


@pytest.mark.real
@pytest.mark.parametrize(
    ("name", "passes", "lost"),
    [
        ("0-4o", 86, 0),
        ("1-4o", 101, 1),
        ("2-4o", 103, 1),
        ("0-4.1", 106, 1),
        ("1-4.1", 109, 2),
        ("2-4.1", 107, 0),
    ],
)
def test_the_ladder_keeps_harness_failures_apart(shared, name, passes, lost):
    path = shared / LADDER.format(name)
    made = executions(path)
    assert len(made) == 115
    assert sum(e.scores.get("reward") == 1 for e in made) == passes
    failures = [e for e in made if e.outcome == "harness_failure"]
    assert len(failures) == lost
    assert all(e.scores == {} and "Connection aborted" in e.outcome_reason for e in failures)
    assert {e.repetition for e in made} == {0}
    assert "import-trial-is-index" in codes(path)


@pytest.mark.real
@pytest.mark.parametrize(
    ("name", "passes", "cost"),
    [("gpt-4.1", 10, True), ("ft_gpt-4.1-2025-04-14_sierra_tau2-full-sft_BzrYdMNm", 13, False)],
)
def test_tau2_comes_in_with_its_model_and_costs(shared, name, passes, cost):
    path = shared / TAU2.format(name)
    importer, _, imported = read_file(path, Options(arm="a"))
    made = imported.executions
    assert importer.name == "tau2-bench"
    assert len(made) == 20
    assert sum(e.scores["reward"] == 1 for e in made) == passes
    assert "gpt-4.1" in made[0].model
    assert all((e.cost_usd is not None and e.cost_usd > 0) == cost for e in made)
    assert all(e.started_at and e.duration_s and e.seed for e in made)
    assert sum(len(e.calls) for e in made) == {10: 148, 13: 147}[passes]
    assert all(step.usage.output_tokens > 0 for e in made for step in e.steps)
    assert ("import-no-price" in [n.code for n in imported.notes]) != cost


@pytest.mark.real
def test_every_file_is_recognised_by_exactly_one_importer(shared):
    paths = [
        p for p in sorted((shared / "data").glob("tau*/*.json")) if "results" in p.name or "gpt" in p.name
    ]
    assert Counter(choose(p).name for p in paths) == {"tau-bench": 7, "tau2-bench": 2}
    with pytest.raises(BadInputError, match="--as"):
        choose(next((shared / "data").glob("tau*/*judge*.json")))


def test_arguments_stay_verbatim_and_results_are_matched(tmp_path):
    (made,) = executions(write(tmp_path / "f.json", [row()]))
    (call,) = made.calls
    assert call.arguments == "{'a': 1}"
    assert call.result == "Error: no such\nthing"
    assert call.error == "Error: no such thing"
    assert made.reply == "done"
    assert made.source.position == "[0]"


def test_trial_is_understood_by_how_it_crosses_the_task(tmp_path):
    crossing = [row(task, trial) for task in (5, 7) for trial in (0, 1)]
    made = executions(write(tmp_path / "f.json", crossing))
    assert [(e.conversation, e.repetition) for e in made] == [("5", 0), ("5", 1), ("7", 0), ("7", 1)]
    index = [row(task, trial) for trial, task in enumerate((5, 7, 5, 9))]
    made = executions(write(tmp_path / "f.json", index))
    assert [(e.conversation, e.repetition) for e in made] == [("5", 0), ("7", 0), ("5", 1), ("9", 0)]
    assert "import-trial-is-index" in codes(tmp_path / "f.json")
    one_task = [row(5, trial) for trial in (2, 0, 1)]
    assert [e.repetition for e in executions(write(tmp_path / "f.json", one_task))] == [2, 0, 1]


def test_a_harness_failure_is_never_a_zero(tmp_path):
    (made,) = executions(
        write(tmp_path / "f.json", [row(reward=0.0, info={"error": "gone\nagain"}, traj=[])])
    )
    assert made.outcome == "harness_failure"
    assert made.scores == {}
    assert made.outcome_reason == "gone again"


@pytest.mark.parametrize("reward", ["NaN", "Infinity", "null", '"1"', "true"])
def test_a_reward_that_is_no_number_is_no_score_and_is_counted(tmp_path, reward):
    text = json.dumps([row(), row(1)]).replace('"reward": 1.0', f'"reward": {reward}', 1)
    path = write(tmp_path / "f.json", text)
    first, second = executions(path)
    assert first.scores == {"reward": None}
    assert second.scores == {"reward": 1.0}
    assert "import-not-a-number" in codes(path)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "vazio"),
        (" \n", "vazio"),
        ("hello", "ferramenta"),
        ('{"results": []}', "ferramenta"),
        ('[{"task_id": 1, "reward": 1, "traj": [', "cortado"),
        ('[{"task_id": 1, "reward": 1, "traj": "text", "trial": 0}]', "[0].traj"),
        ('[{"task_id": 1, "reward": 1, "traj": []}]', "[0].trial"),
        ('[{"task_id": 1, "reward": 1, "traj": [], "trial": -1}]', "[0].trial"),
        ('[{"task_id": null, "reward": 1, "traj": [], "trial": 0}]', "[0].task_id"),
        (
            '[{"task_id": 1, "traj": [], "trial": 0}, {"reward": 1, "task_id": 2, "traj": [], "trial": 0}]',
            "[0].reward",
        ),
        ('[{"task_id": 1, "reward": 1, "traj": [3], "trial": 0}]', "[0].traj[0]"),
        (json.dumps([row(), row()]), "cópia"),
    ],
)
def test_a_bad_file_is_refused_in_one_line_with_its_place(tmp_path, content, words):
    path = write(tmp_path / "f.json", content)
    with pytest.raises(BadInputError) as caught:
        executions(path)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert str(path) in str(caught.value)


def test_bom_crlf_and_a_long_line_come_in(tmp_path):
    path = tmp_path / "f.json"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps([row()], indent=1).replace("\n", "\r\n").encode())
    assert len(executions(path)) == 1
    long = row(traj=[{"role": "assistant", "content": "x" * 10_000_000}])
    assert len(executions(write(path, [long]))[0].reply) == 10_000_000


def test_a_missing_file_an_unknown_format_and_a_missing_model(tmp_path):
    with pytest.raises(BadInputError, match=r"no\.json"):
        choose(tmp_path / "no.json")
    path = write(tmp_path / "f.json", [row()])
    with pytest.raises(BadInputError, match="tau-bench"):
        choose(path, "nothing")
    with pytest.raises(BadInputError, match="--model"):
        read_file(path, Options(arm="a"))
    assert list(importers()) == sorted(importers())


def simulation(**changes) -> dict:
    return {
        "id": "s1", "task_id": "1", "trial": 0, "termination_reason": "user_stop", "agent_cost": 0.5,
        "messages": [{"role": "assistant", "content": "hi", "turn_idx": 0, "usage": None}],
        "reward_info": {"reward": 1.0, "reward_breakdown": {"DB": 1.0}}, **changes,
    }  # fmt: skip


def tau2(*simulations: dict, **changes) -> dict:
    return {
        "info": {"num_trials": 1, "user_info": {}, "agent_info": {"llm": "x:y"}},
        "simulations": list(simulations),
        **changes,
    }


def test_tau2_outcomes_costs_and_scores(tmp_path):
    usage = {"prompt_tokens": 5, "completion_tokens": 2}
    said = {"role": "assistant", "content": "ok", "turn_idx": 2, "usage": usage}
    made = executions(
        write(
            tmp_path / "f.json",
            tau2(
                simulation(),
                simulation(task_id="2", termination_reason="infrastructure_error", reward_info=None),
                simulation(task_id="3", termination_reason="max_steps", reward_info={"reward": 0.0}),
                simulation(task_id="4", agent_cost=0.0, messages=[said]),
            ),
        ),
        Options(arm="a"),
    )
    assert [e.outcome for e in made] == ["completed", "harness_failure", "agent_failure", "completed"]
    assert made[0].scores == {"db": 1.0, "reward": 1.0}
    assert made[1].scores == {}
    assert made[2].scores == {"reward": 0.0}
    assert [e.cost_usd for e in made] == [0.5, 0.5, 0.5, None]
    assert made[0].steps == ()
    assert made[3].steps[0].usage.input_tokens == 5


def test_tau2_as_a_folder_and_a_name_that_would_leave_it(tmp_path):
    (tmp_path / "simulations").mkdir()
    write(tmp_path / "simulations" / "s1.json", simulation())
    write(tmp_path / "secret.json", simulation())
    whole = {"info": tau2()["info"], "simulations": [], "simulation_index": [{"id": "s1"}]}
    assert len(executions(write(tmp_path / "results.json", whole), Options(arm="a"))) == 1
    hostile = {**whole, "simulation_index": [{"id": "../secret"}]}
    with pytest.raises(BadInputError, match=r"simulation_index\[0\]"):
        executions(write(tmp_path / "results.json", hostile), Options(arm="a"))


def test_tau2_refuses_an_outcome_it_does_not_know(tmp_path):
    path = write(tmp_path / "f.json", tau2(simulation(termination_reason="bored")))
    with pytest.raises(BadInputError, match="termination_reason"):
        executions(path, Options(arm="a"))
