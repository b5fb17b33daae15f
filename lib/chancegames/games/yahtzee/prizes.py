r"""Playing for a prize that grows with the final score, such as the chance to win unseen.

Reaching a score is the prize that jumps from 0 to 1 there (`targets`).  For any other prize
:math:`u`, the recursion is the same: count the need down from the last score :math:`x` for which
the prize is told, and let a finished card with need :math:`n` be worth :math:`u(x - n)`.
"""

import numpy as np

from chancegames.base.checks import door
from chancegames.games.yahtzee.layout import ALIKE, TOTALS, Floats, _following, anchor
from chancegames.games.yahtzee.targets import _FIRST, _anchors, _edges, _rows, _work_back
from chancegames.models.yahtzee import UPPER_TARGET, Card, Rules


@door
def best_prize(rules: Rules, prize: Floats, start: Card | None = None) -> float:
    """Find the largest expected prize of a player who plays for nothing else.

    The whole game, with a prize for each score up to 1575, takes a minute on two processors and
    1 GB; a game from a card with few open boxes less.

    Parameters
    ----------
    rules : Rules
    prize : ndarray of float, shape (n,)
        Prize for each score from 0 up, counted from `start` with all bonuses; the last is that of
        all higher scores, too.  It may not fall.
    start : Card, optional
        The empty card unless given.

    Raises
    ------
    ValueError
        If the prizes fall or are not finite, or it would take more than 4 GB.

    Examples
    --------
    With the chance box open, for its points, and for at least thirty of them:

    >>> from chancegames.models.yahtzee import FORCED, Box
    >>> left = Card(frozenset(Box) - {Box.CHANCE})
    >>> round(best_prize(FORCED, np.arange(31.0), left), 4)
    23.3333
    >>> round(best_prize(FORCED, np.arange(31) >= 30, left), 4)
    0.0133
    """
    prizes, first = _rising(prize), start or Card()
    lowest, span = float(prizes[0]), float(prizes[-1] - prizes[0])
    if not span:
        return lowest
    shares, most = (prizes - lowest) / span, len(prizes) - 1
    layers = _following(first)
    rows = _rows(rules, first, np.concatenate(layers), most, most, beyond=True)
    solved = [_anchors(layer, _FIRST) for layer in layers]
    table = _edges(solved, rows)
    for card in solved[0]:
        row, base, top = rows[:, card]
        bonus = rules.upper_bonus if card % TOTALS == UPPER_TARGET else 0
        scores = most - np.arange(base + 1, top + 1) + bonus
        table[row + base + 1 : row + top + 1] = shares[np.minimum(scores, most)]
    _work_back(rules, solved, rows, table)
    index, total = anchor(first)
    row = int(rows[0, index * TOTALS + ALIKE[index % 64, total]])
    return lowest + span * float(table[row + most])


def _rising(prize: Floats) -> Floats:
    """The prizes as floats, if they can be prizes for scores."""
    numbers = prize.dtype.kind in "biuf" and prize.ndim == 1 and prize.size > 0
    if not numbers or not np.isfinite(prize).all():
        raise ValueError("the prizes must be finite numbers, one for each score from 0 up")
    prizes: Floats = prize.astype(float)
    if (np.diff(prizes) < 0).any():
        raise ValueError("the prize for a higher score may not be smaller")
    return prizes
