"""The chance of beating a score, for every score: the committed table and how it is made.

`chance_curve` takes a minute and a half; its result is kept in ``data/yahtzee`` as a small CSV
whose first line says what made it, for which rules, and the SHA-256 of the rest.
"""

import hashlib
import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np

from chancegames.base.files import write_whole
from chancegames.games.yahtzee.forward import ScoreDistribution, distribution
from chancegames.games.yahtzee.layout import Floats
from chancegames.games.yahtzee.solver import solve
from chancegames.games.yahtzee.targets import best_chances
from chancegames.models.yahtzee import FORCED, Card, Rules

GENERATOR = "chancegames.games.yahtzee.curve.chance_curve, version 1"
_COLUMNS = "score,greatest chance,chance under the best average"


@dataclass(frozen=True)
class _ChanceCurve:
    """Chances of at least each score from 0 to 1575.

    Parameters
    ----------
    rules : Rules
    greatest : ndarray, shape (1576,)
        By the policy that is best for that very score.
    average : ndarray, shape (1576,)
        By the one policy with the best average.
    """

    rules: Rules
    greatest: Floats = field(repr=False)
    average: Floats = field(repr=False)


def chance_curve(rules: Rules = FORCED) -> _ChanceCurve:
    """Compute both curves, from a solved game each."""
    played = distribution(rules, solve(rules).policy)  # first: the chances need its memory
    assert isinstance(played, ScoreDistribution)
    chances, card = best_chances(rules), Card()
    greatest = np.array([chances.chance(card, score) for score in range(len(played.tail))])
    return _ChanceCurve(rules, greatest, played.tail)


def write_curve(curve: _ChanceCurve, path: Path) -> None:
    """Write a curve as CSV, whole or not at all."""
    pairs = zip(curve.greatest, curve.average, strict=True)
    rows = (f"{score},{best:.12g},{mean:.12g}" for score, (best, mean) in enumerate(pairs))
    body = "\n".join([_COLUMNS, *rows]) + "\n"
    write_whole(path, f"# {json.dumps(_header(curve.rules, body))}\n{body}")


def read_curve(path: Path) -> _ChanceCurve:
    """Read a curve back.

    Raises
    ------
    ValueError
        If the file is not whole, or was made otherwise.
    """
    first, _, body = path.read_text(encoding="utf-8").partition("\n")
    try:
        header = json.loads(first.removeprefix("# "))
        rules = Rules(**header["rules"])
    except (ValueError, KeyError, TypeError):
        raise ValueError(f"{path} is not a table of chances") from None
    if header != _header(rules, body):
        raise ValueError(f"{path} is damaged or was made otherwise: make it again")
    table = np.loadtxt(body.splitlines()[1:], delimiter=",")
    return _ChanceCurve(rules, table[:, 1], table[:, 2])


def _header(rules: Rules, body: str) -> dict[str, object]:
    checksum = hashlib.sha256(body.encode()).hexdigest()
    return {"generator": GENERATOR, "rules": asdict(rules), "sha256": checksum}
