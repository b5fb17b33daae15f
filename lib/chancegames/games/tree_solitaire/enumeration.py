r"""The law of a play from the policy's two rules alone: every outcome of every look, weighed.

This is the slow, literal road: no diagram and no formula, only "look where the policy says, see
what is there, move where the policy says".  It ties the diagrams, the series and the simulator to
the rules, in both forms and in exact rationals.

What nature has already decided stays decided: a point seen from above is the same point when it is
looked at again, though the policy has forgotten it.  In the dependent form the chance that an end
point of value :math:`v` wins is :math:`v/(1-\ell)`, where :math:`\ell` is the value of all end
points known to lose.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from chancegames.games.tree_solitaire.policies import Branch, Policy, Sight
from chancegames.games.tree_solitaire.rules import ConstantRatio, Number, TreeSolitaire


@dataclass(frozen=True)
class Knowledge:
    """What nature has decided below the point where the player stands.

    Attributes
    ----------
    value : number
        Value of that point.
    seen : tuple of (path, kind)
        The points below it that a look has shown, by path.
    lost : number
        Value of all end points of the whole tree known to lose.
    won : bool
        Whether the winning end point has been seen (dependent form: there is no other).
    """

    value: Number
    seen: tuple[tuple[str, str], ...] = ()
    lost: Number = 0
    won: bool = False


def kinds(
    game: TreeSolitaire, known: Knowledge, path: str
) -> Iterator[tuple[Knowledge, str, Number]]:
    """Each kind the point at `path` may turn out to be, with its chance.

    Parameters
    ----------
    game : TreeSolitaire
        The rules, with a constant split ratio.
    known : Knowledge
        What has been decided.
    path : str
        Path from the player's point, such as "LH".

    Yields
    ------
    knowledge, kind, chance
    """
    already = dict(known.seen).get(path)
    if already is not None:
        yield known, already, 1
        return
    value = known.value * game.ratio.moment(path.count("H"), path.count("L"))
    if game.form == "independent":
        win, loss = value, 0
    else:
        win, loss = 0 if known.won else value / (1 - known.lost), value
    chances = (
        ("win", game.ending * win),
        ("loss", game.ending * (1 - win)),
        ("split", game.splitting),
    )
    for kind, chance in chances:
        if chance:
            after = replace(
                known,
                seen=(*known.seen, (path, kind)),
                lost=known.lost + (loss if kind == "loss" else 0),
                won=known.won or kind == "win",
            )
            yield after, kind, chance


def chances_by_enumeration(policy: Policy, game: TreeSolitaire, moves: int) -> tuple[Number, ...]:
    """Chance of winning on each of the first moves, by following every outcome of every look.

    Parameters
    ----------
    policy : Policy
        Any policy whose looks a move are finite; it may use values and ratios.
    game : TreeSolitaire
        The rules, with a constant split ratio, in either form.
    moves : int
        How many moves.  The work grows exponentially: ten for the simplest strategies.

    Returns
    -------
    tuple of numbers
        Exact if the game's numbers are.

    Raises
    ------
    ValueError
        If the split ratio is random.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from chancegames.games.tree_solitaire.policies import LSTRAT
    >>> from chancegames.games.tree_solitaire.rules import constant_game
    >>> game = constant_game(Fraction(1, 2), Fraction(3, 4), "dependent")
    >>> chances_by_enumeration(LSTRAT, game, 2)
    (Fraction(1, 2), Fraction(3, 16))
    """
    if not isinstance(game.ratio, ConstantRatio):
        raise ValueError("the enumeration needs a constant split ratio")
    chances = [0 * game.ending] * moves
    here: dict[Knowledge, Number] = {Knowledge(1 + 0 * game.ending): 1}
    for move in range(moves):
        there: dict[Knowledge, Number] = {}
        for known, chance in here.items():
            for after, kind, share in _one_move(policy, game, known, _here(game, known)):
                if kind == "win":
                    chances[move] += chance * share
                elif kind == "split":
                    there[after] = there.get(after, 0) + chance * share
        here = there
    return tuple(chances)


def _here(game: TreeSolitaire, known: Knowledge) -> dict[str, Sight]:
    return {"": Sight("split", known.value, game.ratio.mean)}


def _one_move(policy: Policy, game: TreeSolitaire, known: Knowledge, view: dict[str, Sight]):
    """Outcomes of a move: the looks, one after the other, then the step down."""
    path = policy.look(view)
    if path is None:
        branch = policy.move(view)
        for way, half in (("H", 2), ("L", 2)) if branch is None else ((branch, 1),):
            for after, kind, chance in kinds(game, known, way):
                yield _step(game, after, way), kind, chance * (1 + 0 * game.ending) / half
        return
    ratio = game.ratio.mean
    for after, kind, chance in kinds(game, known, path):
        value = known.value * game.ratio.moment(path.count("H"), path.count("L"))
        sight = Sight(kind, value, ratio if kind == "split" else None)
        for end, what, share in _one_move(policy, game, after, {**view, path: sight}):
            yield end, what, chance * share


def _step(game: TreeSolitaire, known: Knowledge, way: Branch) -> Knowledge:
    """Move to a branch: keep what was seen below it."""
    ratio = game.ratio.mean
    kept = ((p[1:], kind) for p, kind in known.seen if p[0] == way and len(p) > 1)
    value = known.value * (ratio if way == "H" else 1 - ratio)
    return replace(known, value=value, seen=tuple(sorted(kept)))
