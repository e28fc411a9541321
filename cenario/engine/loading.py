"""From files to batches: what was recorded, one batch a model, every record read and checked."""

from __future__ import annotations

import glob
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from cenario.domain.evaluation import Batch, Evaluation
from cenario.domain.execution import Execution, Manifest
from cenario.domain.vote import Score, Vote
from cenario.errors import BadInputError, message
from cenario.store import journal
from cenario.store.provenance import file_digest

__all__ = ["FileFact", "Loaded", "RunRef", "load", "load_sides"]

SELECTORS = ("arm", "k", "model")


@dataclass(frozen=True, slots=True)
class FileFact:
    """A file that was read: its name without folder, its sha256, how many executions it gave."""

    name: str
    sha256: str
    n_executions: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """What was read: one batch a model, and which files it came from.

    `sides` names, for a comparison, what each side is: file, arm and model.
    """

    batches: tuple[Batch, ...]
    files: tuple[FileFact, ...] = ()
    torn: tuple[journal.TornTail, ...] = ()
    superseded: tuple[Execution | Vote | Score, ...] = ()
    sides: dict[str, dict[str, str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RunRef:
    """A file of executions, or part of one: ``A.jsonl#k=0``, ``A.jsonl#arm=off&k=1``."""

    path: Path
    select: tuple[tuple[str, str], ...] = ()

    @classmethod
    def parse(cls, words: str | Path) -> RunRef:
        """Return what `words` refer to.

        Raises
        ------
        BadInputError
            A selector other than arm, k and model, or a k that is not a whole number.
        """
        text = str(words)
        name, mark, selectors = text.rpartition("#")
        if not mark or Path(text).exists():
            return cls(Path(text))
        found = []
        for part in selectors.split("&"):
            key, equals, value = part.partition("=")
            if key not in SELECTORS or not equals or (key == "k" and not value.isdecimal()):
                raise BadInputError(
                    message("engine-selector", reference=text, legal=" | ".join(f"{s}=…" for s in SELECTORS))
                )
            found.append((key, value))
        return cls(Path(name), tuple(found))

    def picks(self, execution: Execution) -> bool:
        """Whether the execution is one of those referred to."""
        facts = {"arm": execution.arm, "k": str(execution.repetition), "model": execution.model}
        return all(facts[key] == (str(int(value)) if key == "k" else value) for key, value in self.select)

    def __str__(self) -> str:
        chosen = "&".join(f"{key}={value}" for key, value in self.select)
        return f"{self.path}#{chosen}" if chosen else str(self.path)


def expand(patterns: Iterable[str | Path]) -> list[Path]:
    """Return the files that paths, globs and comma lists name, each once, in order.

    Raises
    ------
    BadInputError
        A glob that matches nothing.
    """
    found: dict[Path, None] = {}
    for pattern in patterns:
        for part in [str(pattern)] if Path(pattern).exists() else str(pattern).split(","):
            text = part.strip()
            if not text:
                continue
            matches = sorted(glob.glob(text, recursive=True)) if glob.has_magic(text) else [text]  # noqa: PTH207 absolute patterns too
            if not matches:
                raise BadInputError(message("engine-no-match", pattern=text))
            found.update(dict.fromkeys(Path(match) for match in matches))
    return list(found)


def load(evaluation: Evaluation, runs: Iterable[str | Path], votes: Iterable[str | Path] = ()) -> Loaded:
    """Return what `runs` (paths, globs, comma lists) hold of an evaluation, with what judges said in `votes`.

    Where the evaluation `stacks`, a file whose executions repeat the keys of an earlier file is read
    as further repetitions (the runbook runs G twice into two files).

    Raises
    ------
    BadInputError
        A bad file (see `cenario.store.journal`), or no execution of this evaluation in any.
    """
    gathered = _Gathered(evaluation)
    for path in expand(runs):
        gathered.add(path)
    if not gathered.executions:
        seen = ", ".join(sorted(gathered.other_evaluations)) or "—"
        raise BadInputError(message("engine-nothing-of", code=evaluation.code, seen=seen))
    for path in expand(votes):
        gathered.add_votes(path)
    return gathered.loaded()


@dataclass(slots=True)
class _Gathered:
    evaluation: Evaluation
    executions: dict[tuple[object, ...], Execution] = field(default_factory=dict)
    places: dict[tuple[object, ...], Path] = field(default_factory=dict)
    manifests: list[Manifest] = field(default_factory=list)
    votes: list[Vote] = field(default_factory=list)
    scores: list[Score] = field(default_factory=list)
    superseded: list[Execution | Vote | Score] = field(default_factory=list)
    files: list[FileFact] = field(default_factory=list)
    torn: list[journal.TornTail] = field(default_factory=list)
    other_evaluations: set[str] = field(default_factory=set)

    def add(self, path: Path) -> None:
        """Read one file of executions."""
        contents = journal.read(path)
        mine = [e for e in contents.executions if e.evaluation == self.evaluation.code]
        self.other_evaluations |= {e.evaluation for e in contents.executions} - {self.evaluation.code}
        if self.evaluation.stacks and any(e.key in self.executions for e in mine):
            shift = 1 + max(e.repetition for e in self.executions.values())
            mine = [msgspec.structs.replace(e, repetition=e.repetition + shift) for e in mine]
        for execution in mine:
            if execution.key in self.executions:
                earlier, key = self.places[execution.key], journal.named(execution)
                raise BadInputError(message("journal-duplicate", place=path, earlier=earlier, key=key))
            self.executions[execution.key] = execution
            self.places[execution.key] = path
        self.manifests.extend(m for m in contents.manifests if m.evaluation == self.evaluation.code)
        self._judged(contents)
        self.files.append(FileFact(path.name, file_digest(path), len(mine)))
        self.torn.extend(contents.torn)
        self.superseded.extend(contents.superseded)

    def add_votes(self, path: Path) -> None:
        """Read one file of what judges said."""
        contents = journal.read(path)
        self._judged(contents)
        self.files.append(FileFact(path.name, file_digest(path), 0))
        self.torn.extend(contents.torn)
        self.superseded.extend(contents.superseded)

    def _judged(self, contents: journal.Contents) -> None:
        self.votes.extend(v for v in contents.votes if v.evaluation == self.evaluation.code)
        self.scores.extend(s for s in contents.scores if s.evaluation == self.evaluation.code)

    def loaded(self) -> Loaded:
        """Return one batch a model."""
        by_model: dict[str, list[Execution]] = {}
        for execution in self.executions.values():
            by_model.setdefault(execution.model, []).append(execution)
        batches = [self._batch(model, executions) for model, executions in sorted(by_model.items())]
        return Loaded(
            batches=tuple(batches),
            files=tuple(self.files),
            torn=tuple(self.torn),
            superseded=tuple(self.superseded),
        )

    def _batch(self, model: str, executions: Sequence[Execution]) -> Batch:
        names = {execution.batch for execution in executions}
        return Batch(
            model=model,
            executions=tuple(executions),
            manifests=tuple(m for m in self.manifests if m.batch in names),
            votes=tuple(v for v in self.votes if v.model == model),
            scores=tuple(s for s in self.scores if s.model == model),
        )


def load_sides(baseline: str | Path, candidate: str | Path) -> Loaded:
    """Return two recorded sides as one batch of arms ``baseline`` and ``candidate``.

    Each side is a file or part of one (see `RunRef`), of any evaluation, and must hold one arm and
    one model; where one repetition is chosen it counts as repetition 0, so that ``A#k=0`` pairs
    with ``A#k=1``.

    Raises
    ------
    BadInputError
        A bad file, a side with no execution, or a side with several arms or models.
    """
    sides = {"baseline": RunRef.parse(baseline), "candidate": RunRef.parse(candidate)}
    executions: list[Execution] = []
    manifests: list[Manifest] = []
    files: dict[Path, FileFact] = {}
    torn: list[journal.TornTail] = []
    told: dict[str, dict[str, str]] = {}
    for role, reference in sides.items():
        contents = journal.read(reference.path)
        side = _one_side(reference, contents)
        whole_k = any(key == "k" for key, _ in reference.select)
        executions.extend(
            msgspec.structs.replace(e, arm=role, repetition=0 if whole_k else e.repetition) for e in side
        )
        names = {e.batch for e in side}
        manifests.extend(m for m in contents.manifests if m.batch in names)
        files[reference.path] = FileFact(
            reference.path.name, file_digest(reference.path), len(contents.executions)
        )
        torn.extend(contents.torn)
        told[role] = {
            "file": str(RunRef(Path(reference.path.name), reference.select)),
            "arm": side[0].arm,
            "model": side[0].model,
        }
    base, other = told["baseline"]["model"], told["candidate"]["model"]
    batch = Batch(
        model=base if base == other else f"{base} → {other}",
        executions=tuple(executions),
        manifests=tuple(manifests),
    )
    return Loaded(batches=(batch,), files=tuple(files.values()), torn=tuple(torn), sides=told)


def _one_side(reference: RunRef, contents: journal.Contents) -> list[Execution]:
    side = [execution for execution in contents.executions if reference.picks(execution)]
    if not side:
        raise BadInputError(message("engine-empty-side", reference=reference))
    names: tuple[tuple[str, Callable[[Execution], str]], ...] = (
        ("arm", lambda e: e.arm),
        ("model", lambda e: e.model),
    )
    for name, of in names:
        found = sorted({of(execution) for execution in side})
        if len(found) > 1:
            shown = ", ".join(found)
            raise BadInputError(message("engine-mixed-side", reference=reference, name=name, found=shown))
    return side
