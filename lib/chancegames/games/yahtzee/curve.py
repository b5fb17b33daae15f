"""The chance of beating a score, for every score: the committed table and how it is made.

`chance_curve` takes about a minute; its result is kept in ``data/yahtzee`` as a small CSV whose
first line says what made it, for which rules, and the SHA-256 of the rest.
"""

import hashlib
import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np

from chancegames.base.files import write_whole
from chancegames.games.yahtzee.distribution import score_law
from chancegames.games.yahtzee.rules import FORCED, Card, Rules
from chancegames.games.yahtzee.solve import solve
from chancegames.games.yahtzee.targets import HIGHEST, best_chances

GENERATOR = "chancegames.games.yahtzee.curve.chance_curve, version 1"
_COLUMNS = "score,greatest chance,chance under the best average"


@dataclass(frozen=True)
class ChanceCurve:
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
    greatest: np.ndarray = field(repr=False)
    average: np.ndarray = field(repr=False)


def chance_curve(rules: Rules = FORCED) -> ChanceCurve:
    """Compute both curves, from a solved game each.

    Parameters
    ----------
    rules : Rules, optional

    Returns
    -------
    ChanceCurve
    """
    average = score_law(solve(rules)).tail  # first: its memory is free again for the chances
    chances, card = best_chances(rules), Card()
    greatest = np.array([chances.chance(card, score) for score in range(HIGHEST + 1)])
    return ChanceCurve(rules, greatest, average)


def write_curve(curve: ChanceCurve, path: Path) -> None:
    """Write a curve as CSV, whole or not at all.

    Parameters
    ----------
    curve : ChanceCurve
    path : Path
    """
    pairs = zip(curve.greatest, curve.average, strict=True)
    rows = (f"{score},{best:.12g},{mean:.12g}" for score, (best, mean) in enumerate(pairs))
    body = "\n".join([_COLUMNS, *rows]) + "\n"
    write_whole(path, f"# {json.dumps(_header(curve.rules, body))}\n{body}")


def read_curve(path: Path) -> ChanceCurve:
    """Read a curve back.

    Parameters
    ----------
    path : Path

    Returns
    -------
    ChanceCurve

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
    return ChanceCurve(rules, table[:, 1], table[:, 2])


def _header(rules: Rules, body: str) -> dict:
    checksum = hashlib.sha256(body.encode()).hexdigest()
    return {"generator": GENERATOR, "rules": asdict(rules), "sha256": checksum}
