"""The declared agents and the corpus, read once."""

from __future__ import annotations

import pytest

from cenario.agent.preview.persona import Persona, load_personas
from cenario.domain.conversation import Conversation
from cenario.store.corpus import corpus_path, load_corpus


@pytest.fixture(scope="session")
def personas() -> dict[str, Persona]:
    return load_personas()


@pytest.fixture(scope="session")
def corpus_c() -> list[Conversation]:
    return load_corpus(corpus_path("c"))
