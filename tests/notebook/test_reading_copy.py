"""What readers get of a notebook: nothing said to who runs it, and no path of the machine that ran it."""

from __future__ import annotations

from cenario.notebook.reading_copy import reading_copy


def cell(source, *tags, kind="code", **metadata):
    return {"cell_type": kind, "source": source, "metadata": {"tags": list(tags), **metadata}}


def test_injected_values_and_words_for_who_runs_it_stay_out():
    notebook = {
        "cells": [
            cell("# para quem roda", "notebook-only", kind="markdown"),
            cell("runs: list[str] = []", "parameters"),
            cell('runs = ["/casa/de/alguem/runs.jsonl"]', "injected-parameters"),
            cell("## A evidência", kind="markdown", en="## The evidence"),
        ]
    }
    kept = [one["source"] for one in reading_copy(notebook, "en")["cells"]]
    assert kept == ["runs: list[str] = []", "## The evidence"]
    assert len(notebook["cells"]) == 4
