"""A scenario bank sent to a model: each prompt and k, one inference each (evaluation ``bank``)."""

from __future__ import annotations

from pathlib import Path

from cenario.domain.bank import Bank
from cenario.errors import BadInputError, message
from cenario.provider.registry import split_model
from cenario.runner.bank import Asked, ChatbotWorker, bank_jobs, corpus_name
from cenario.runner.recipe import Prepared, RunOptions
from cenario.store.bank import load_bank
from cenario.store.bank_config import check_pinned
from cenario.store.places import data_folder

__all__ = ["RECIPE"]


class BankRecipe:
    """The recipe. ``extra["path"]`` is the bank's folder; without it, ours."""

    def prepare(self, options: RunOptions) -> Prepared:
        """Return one job for each prompt and k; `conversations` are ids of base scenarios."""
        _, name = split_model(options.model)
        check_pinned(name, "--model")
        path = options.extra.get("path")
        bank = _chosen(load_bank(Path(path) if path else data_folder() / "bank"), options.conversations)
        asked = Asked(model=options.model, declared={"model": options.model})
        return Prepared(
            jobs=bank_jobs(
                bank, options.model, options.evaluation.code, options.repetitions, seed=options.seed
            ),
            worker=ChatbotWorker(asked, options.evaluation.code),
            parts={"corpus": bank.digest()},
            models=(options.model,),
            corpus=corpus_name(bank),
        )


def _chosen(bank: Bank, ids: tuple[str, ...] | None) -> Bank:
    if ids is None:
        return bank
    unknown = [case_id for case_id in ids if bank.case(case_id) is None]
    if unknown:
        raise BadInputError(message("bank-case-unknown", ids=", ".join(unknown)))
    return bank.only_cases(frozenset(ids))


RECIPE = BankRecipe()
