"""The declared scenarios: one YAML file each, and beside them the ledger of what was done to them.

A file says what is asked. Whether that is a ruler, since when, and whether it is a gate, only the
ledger (``acts.jsonl``, append-only) says: a file edited after it was declared is no ruler until it
is declared again, and every version that was declared is kept there whole.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

import msgspec

from cenario.domain.conversation import Conversation
from cenario.domain.scenario import Act, ActName, Promotion, Scenario
from cenario.domain.scenario_rules import check_id, check_scenario, check_words
from cenario.errors import BadInputError, FrozenError, Message, message
from cenario.store import documents, yaml_core
from cenario.store.journal import Journal, read
from cenario.store.places import data_folder
from cenario.store.seal import digest

__all__ = ["MAX_BYTES", "Kept", "ScenarioStore", "read_scenario", "situation_digest", "version_of"]

MAX_BYTES = 1024 * 1024
"""Largest scenario file, in bytes; our default: one situation is a few kilobytes."""

LEDGER = "acts.jsonl"

Standing = Literal["draft", "declared", "edited", "withdrawn"]


def version_of(scenario: Scenario) -> str:
    """Return the scenario's identity: the digest of all that it asks (64 hex digits)."""
    return digest(scenario.content)


def situation_digest(conversation: Conversation) -> str:
    """Return the digest of a situation and the conversation that led to it (64 hex digits)."""
    return digest(conversation)


def read_scenario(path: Path, *, as_ruler: bool = False) -> Scenario:
    """Return the scenario written at `path`; what it says of status and gate is not believed here.

    Raises
    ------
    BadInputError
        Not readable, too big, not safe YAML, or a rule of `cenario.domain.scenario_rules` is broken.
    """
    source = str(path)
    text = documents.read_text(path, max_bytes=MAX_BYTES)
    raw = documents.read_yaml(text, source=source)
    check_words(raw, source=source)
    scenario = documents.convert(raw, Scenario, source=source, text=text)
    check_scenario(scenario, source=source, as_ruler=as_ruler)
    if scenario.id != path.stem:
        raise BadInputError(message("scenario-file-name", source=source, id=scenario.id))
    return scenario


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A scenario as its file and the ledger have it together.

    `scenario` carries the ledger's status, date and gate. `acts` are those on this id, oldest first.
    """

    scenario: Scenario
    version: str
    standing: Standing
    acts: tuple[Act, ...] = ()

    @property
    def is_ruler(self) -> bool:
        """Whether an agent may be measured with it."""
        return self.standing == "declared"

    @property
    def warnings(self) -> tuple[Message, ...]:
        """What is second best about it."""
        return () if self.scenario.origin is not None else (message("scenario-from-void"),)


class ScenarioStore:
    """The folder of declared scenarios.

    Parameters
    ----------
    folder
        Where they are; None: ``data/scenarios``.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or data_folder() / "scenarios"

    def ids(self) -> tuple[str, ...]:
        """Return the id of every file, sorted."""
        return tuple(sorted(path.stem for path in self.folder.glob("*.yaml")))

    def path(self, scenario_id: str) -> Path:
        """Return where the scenario is written; an id that is a path, or a link, is refused."""
        path = self.folder / f"{check_id(scenario_id, source=str(self.folder))}.yaml"
        if path.is_symlink():
            raise BadInputError(message("scenario-outside", source=path))
        return path

    def load(self, scenario_id: str) -> Kept:
        """Return one scenario; see `read_scenario` for what is refused."""
        return self._kept(scenario_id, self.acts())

    def load_all(self) -> tuple[Kept, ...]:
        """Return every scenario, by id; the first that is wrong, or a gate whose file is gone, is refused."""
        acts, ids = self.acts(), self.ids()
        gates: set[str] = set()
        for act in acts:
            if act.act == "promoted":
                gates.add(act.scenario)
            elif act.act in ("demoted", "withdrawn"):
                gates.discard(act.scenario)
        if gone := sorted(gates - set(ids)):
            raise BadInputError(message("scenario-gone", id=gone[0], folder=self.folder))
        return tuple(self._kept(scenario_id, acts) for scenario_id in ids)

    def rulers(self, ids: Sequence[str] | None = None) -> tuple[Scenario, ...]:
        """Return the scenarios that an agent may be measured with; None: all that are declared.

        Raises
        ------
        BadInputError
            One named in `ids` is unknown, a draft, edited since it was declared, or withdrawn.
        """
        if ids is None:
            return tuple(kept.scenario for kept in self.load_all() if kept.is_ruler)
        chosen = [self.load(scenario_id) for scenario_id in ids]
        for kept in chosen:
            self._need_ruler(kept)
        return tuple(kept.scenario for kept in chosen)

    def acts(self) -> tuple[Act, ...]:
        """Return the whole ledger, oldest first."""
        path = self.folder / LEDGER
        found = read(path, allow_empty=True).acts if path.exists() else ()
        for act in found:
            if act.ruler is not None and version_of(act.ruler) != act.version:
                raise BadInputError(message("scenario-acts-broken", source=path, at=act.at, id=act.scenario))
        return found

    def version(self, scenario_id: str, version: str) -> Scenario:
        """Return a declared version, by its digest or the beginning of it."""
        declared = {
            act.version: act.ruler
            for act in self.acts()
            if act.scenario == scenario_id and act.ruler is not None
        }
        found = [ruler for name, ruler in declared.items() if version and name.startswith(version)]
        if len(found) != 1:
            known = ", ".join(name[:12] for name in declared) or "—"
            raise BadInputError(
                message("scenario-no-version", id=scenario_id, version=version[:64], known=known)
            )
        return found[0]

    def save_draft(self, scenario: Scenario, *, new: bool) -> Kept:
        """Write a draft; `new`: it must not be there yet. A scenario that was ever declared is refused.

        Raises
        ------
        BadInputError
            A rule is broken, or it is there (or not there) already.
        FrozenError
            It was declared: only its file can be edited, and then declared again.
        """
        path = self.path(scenario.id)
        check_scenario(scenario, source=str(path), as_ruler=False)
        if new and path.exists():
            raise BadInputError(message("scenario-exists", id=scenario.id))
        if any(act.scenario == scenario.id for act in self.acts()):
            raise FrozenError(message("scenario-not-draft", id=scenario.id))
        self._write(msgspec.structs.replace(scenario, status="draft", gate=False, promotion=None))
        return self.load(scenario.id)

    def revise(self, scenario: Scenario) -> Kept:
        """Write an edit of a scenario that is there; it is a ruler again only once it is declared again."""
        path = self.path(scenario.id)
        check_scenario(scenario, source=str(path), as_ruler=False)
        self.load(scenario.id)
        self._write(scenario)
        return self.load(scenario.id)

    def declare(self, scenario_id: str, *, by: str, now: datetime | None = None) -> Kept:
        """Make the file's content a ruler, from now on; what was only suggested is left behind.

        Raises
        ------
        BadInputError
            A rule is broken, or this version is declared already.
        """
        kept = self.load(scenario_id)
        path = self.path(scenario_id)
        check_scenario(kept.scenario, source=str(path), as_ruler=True)
        if kept.is_ruler:
            raise BadInputError(
                message("scenario-already-declared", id=scenario_id, version=kept.version[:12])
            )
        at = _moment(now)
        ruler = msgspec.structs.replace(
            kept.scenario, status="declared", declared_at=at, suggested=(), gate=False, promotion=None
        )
        return self._act("declared", kept, by=by, at=at, ruler=ruler)

    def promote(self, scenario_id: str, *, by: str, now: datetime | None = None) -> Kept:
        """Make a declared scenario a gate: an act, with who and when."""
        kept = self.load(scenario_id)
        self._need_ruler(kept)
        if kept.scenario.gate:
            raise BadInputError(message("scenario-already-gate", id=scenario_id))
        return self._act("promoted", kept, by=by, at=_moment(now))

    def demote(
        self, scenario_id: str, *, by: str, reason: str | None = None, now: datetime | None = None
    ) -> Kept:
        """Take a scenario out of the gate; it goes on measuring."""
        kept = self.load(scenario_id)
        if not kept.scenario.gate:
            raise BadInputError(message("scenario-not-gate", id=scenario_id))
        return self._act("demoted", kept, by=by, at=_moment(now), reason=reason)

    def withdraw(
        self, scenario_id: str, *, by: str, reason: str | None = None, now: datetime | None = None
    ) -> Kept:
        """Withdraw a scenario: it measures and blocks no more; what it measured stays.

        One whose file is gone is written again as it was last declared, and withdrawn.
        """
        declared = [act.ruler for act in self.acts() if act.scenario == scenario_id and act.ruler]
        if declared and not self.path(scenario_id).is_file():
            self._write(declared[-1])
        kept = self.load(scenario_id)
        if kept.standing == "withdrawn":
            raise BadInputError(message("scenario-already-withdrawn", id=scenario_id))
        return self._act("withdrawn", kept, by=by, at=_moment(now), reason=reason)

    def _act(
        self,
        name: ActName,
        kept: Kept,
        *,
        by: str,
        at: str,
        ruler: Scenario | None = None,
        reason: str | None = None,
    ) -> Kept:
        who = " ".join(by.split())
        if not who or not who.isprintable() or len(who) > 120:
            raise BadInputError(message("scenario-by"))
        act = Act(
            act=name,
            scenario=kept.scenario.id,
            version=kept.version,
            by=who,
            at=at,
            ruler=ruler,
            reason=reason,
        )
        with Journal(self.folder / LEDGER) as ledger:
            ledger.write(act)
        after = self._told(msgspec.structs.replace(kept.scenario, suggested=()), (*kept.acts, act))
        self._write(after.scenario)
        return after

    def _kept(self, scenario_id: str, acts: Sequence[Act]) -> Kept:
        path = self.path(scenario_id)
        if not path.is_file():
            known = ", ".join(self.ids()) or "—"
            raise BadInputError(message("scenario-unknown", id=scenario_id, folder=self.folder, known=known))
        written = read_scenario(path)
        kept = self._told(written, tuple(act for act in acts if act.scenario == scenario_id))
        by_hand = [
            field
            for field, says in (
                ("status: declared", written.status == "declared" and not kept.acts),
                ("declared_at", written.declared_at is not None and not kept.acts),
                ("gate", written.gate and not kept.scenario.gate),
                ("promotion", written.promotion is not None and not kept.scenario.gate),
            )
            if says
        ]
        if by_hand:
            raise BadInputError(message("scenario-by-hand", source=path, field=by_hand[0]))
        return kept

    def _told(self, written: Scenario, acts: tuple[Act, ...]) -> Kept:
        """Return the scenario with what the ledger says of it."""
        version = version_of(written)
        standing: Standing = "draft"
        declared: Act | None = None
        promotion: Promotion | None = None
        for act in acts:
            match act.act:
                case "declared":
                    declared, standing = act, "declared"
                case "promoted":
                    promotion = Promotion(by=act.by, at=act.at)
                case "demoted":
                    promotion = None
                case "withdrawn":
                    promotion, standing = None, "withdrawn"
        if standing == "declared" and declared is not None and declared.version != version:
            standing = "edited"
        told = msgspec.structs.replace(
            written,
            status="declared"
            if standing == "declared"
            else "withdrawn"
            if standing == "withdrawn"
            else "draft",
            declared_at=declared.at if declared is not None and standing == "declared" else None,
            gate=promotion is not None,
            promotion=promotion,
        )
        return Kept(scenario=told, version=version, standing=standing, acts=acts)

    def _need_ruler(self, kept: Kept) -> None:
        if not kept.is_ruler:
            raise BadInputError(
                message(
                    "scenario-not-ruler",
                    id=kept.scenario.id,
                    standing=message(f"scene-standing-{kept.standing}"),
                )
            )

    def _write(self, scenario: Scenario) -> None:
        """Write the file whole or not at all."""
        path = self.path(scenario.id)
        beside = path.with_name(f".{path.name}.{os.getpid()}.part")
        self.folder.mkdir(parents=True, exist_ok=True)
        try:
            beside.write_text(yaml_core.dump(msgspec.to_builtins(scenario)), encoding="utf-8")
            beside.replace(path)
        except OSError as error:
            raise BadInputError(message("documents-unreadable", path=path, detail=error.strerror)) from None
        finally:
            beside.unlink(missing_ok=True)


def _moment(now: datetime | None) -> str:
    return (now or datetime.now(UTC)).astimezone(UTC).isoformat(timespec="milliseconds")
