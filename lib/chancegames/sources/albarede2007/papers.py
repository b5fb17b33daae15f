"""Sources 000 and 001: one register for Albarede's two papers, which say much alike."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from chancegames.sources.registry import Arguments, Decorator, Function, Replication

PAPERS = {source: Replication(source) for source in ("albarede2000", "albarede2007")}

ROUND, REACHING = "a-round-of-421", "reaching-one-combination"
GOALS, OPEN = "playing-with-goals", "what-421-leaves-open"
WHOLE = "the-whole-game-of-421"


def _says(*claim_ids: str, **declared: Any) -> Decorator:
    """Declare that a function checks statements of either paper: see `Replication.statement`."""

    def declare(function: Function) -> Function:
        for claim_id in claim_ids:
            _paper(claim_id).statement(claim_id, **declared)(function)
        return function

    return declare


def _gives(*claims: str | Mapping[str, Arguments], **declared: Any) -> Decorator:
    """Declare that a function computes values of either paper: see `Replication.answers`."""

    def declare(function: Function) -> Function:
        for part in claims:
            for claim_id in [part] if isinstance(part, str) else part:
                asked = part if isinstance(part, str) else {claim_id: part[claim_id]}
                _paper(claim_id).answers(asked, **declared)(function)
        return function

    return declare


def on(page: str) -> tuple[Callable[..., Decorator], Callable[..., Decorator]]:
    """How checks and values are declared that one chapter shows, unless another is named."""
    return partial(_says, page=page), partial(_gives, page=page)


def _paper(claim_id: str) -> Replication:
    return PAPERS[claim_id.partition("-")[0]]
