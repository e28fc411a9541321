"""What only C shows: rates under the bands, what was refused, upper bounds; hostile tools stay text."""

from __future__ import annotations

from cenario.domain.evaluation import Batch
from cenario.domain.execution import Execution, Fault, Step, ToolCall
from cenario.engine import Loaded, judge
from cenario.evaluations import registry
from cenario.report.sections_c import rates, refused, upper_bounds
from cenario.report.study import Study
from tests.report.hostile import WRITABLE
from tests.report.test_report_escape import read

K, CONVERSATIONS = 3, 4


def execution(arm: str, conversation: str, k: int) -> Execution:
    broken = arm == "on" and conversation == "C00"
    call = ToolCall(
        name=WRITABLE if broken else "book", arguments="{}", known=True, valid=not broken,
        has_format_field=True, landfill_uuid=broken,
        faults=(Fault(rule="uuid_parsing", path=WRITABLE),) if broken else (),
    )  # fmt: skip
    return Execution(
        batch="b", evaluation="C", arm=arm, model="m:x", conversation=conversation, repetition=k,
        outcome="completed", arm_proved=True, steps=(Step(calls=(call,)),),
    )  # fmt: skip


def study() -> Study:
    executions = tuple(
        execution(arm, f"C{n:02}", k) for arm in ("off", "on") for n in range(CONVERSATIONS) for k in range(K)
    )
    loaded = Loaded(batches=(Batch(model="m:x", executions=executions),))
    params = {"permutations": 199, "min_format_calls": 0}
    return Study(judge(registry.find("C"), loaded, params), "pt-BR")


def test_rates_stand_by_arm_and_repetition() -> None:
    words = rates(study()).text()
    assert words.splitlines()[3].split() == [
        "Indicador",
        *(w for a in ("off", "on") for k in "012" for w in (a, k)),
    ]
    [line] = [line for line in words.splitlines() if line.startswith("chamadas inválidas por 100 ")]
    assert line.split()[4:] == ["0,00", "0,00", "0,00", "25,00", "25,00", "25,00"]


def test_refusals_are_counted_by_arm_and_stay_text() -> None:
    block = refused(study())
    assert "script" not in read(block.html()).tags
    lines = [line for line in block.text().splitlines() if "uuid_parsing" in line]
    assert [line.split()[-2:] for line in lines] == [["0", "3"]]
    assert any("uuid de aterro" in line for line in block.text().splitlines())


def test_upper_bounds_are_drawn_one_chart_a_unit() -> None:
    html = upper_bounds(study()).html()
    assert html.count("<figure") == 2
    assert "por 100 chamadas" in html
