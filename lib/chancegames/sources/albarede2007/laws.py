"""Sources 000 and 001 on goal-driven policies: the six laws of section 6, and its advice."""

from dataclasses import replace
from fractions import Fraction

from chancegames.games.game421.goals import Character
from chancegames.maths.solution import Number
from chancegames.models.game421 import Round
from chancegames.sources.albarede2007.costs import Costs
from chancegames.sources.albarede2007.judging import (
    NAMES,
    POINTS,
    PRUNED,
    _chosen_goals,
    _Judgement,
    duplicity_gain,
    effects,
    judged,
)
from chancegames.sources.albarede2007.papers import GOALS, OPEN
from chancegames.sources.registry import Finding

#: How many random utilities of our own for each player, for the laws of section 6.1.
DRAWS = 300


@GOALS.says("albarede2007-law-1", false={"share": Fraction(9, 10)})
def _many_utilities_are_fuzzy(share: Fraction = Fraction(1, 2)) -> Finding:
    """Some utilities are fuzzy, most random ones among them (on our own draws)."""
    fuzzy = [judgement.fuzzy() for judgement in judged((), DRAWS)]
    holds = sum(fuzzy) > share * len(fuzzy)
    return Finding(holds, f"{sum(fuzzy)} of {len(fuzzy)} random utilities", scope="tested")


@GOALS.says("albarede2007-law-2", false={"share": Fraction(1)})
def _point_sums_are_not_fuzzy(share: Fraction = Fraction(1, 2)) -> Finding:
    """Some utilities are not fuzzy, most of those with goals of equal worth among them.

    So it is of the source's own tables.  Of two to ten hands drawn at random most are fuzzy.
    """
    own, ours = judged(POINTS), _chosen_goals(DRAWS, most=10, heaviest=1)
    clear = [sum(not judgement.fuzzy() for judgement in group) for group in (own, ours)]
    most = [n > share * len(group) for n, group in zip(clear, (own, ours), strict=True)]
    shown = f"not fuzzy: {clear[0]} of {len(own)} in the tables, {clear[1]} of {len(ours)} drawn"
    reading = "a summary of the source's own tables" if most[0] and not most[1] else ""
    return Finding(most[0], shown, scope="tested", reading=reading)


def _all() -> list[_Judgement]:
    return judged(NAMES, DRAWS)


@GOALS.says("albarede2007-law-3", false={"strictly": True})
def _serendipity_is_useful(strictly: bool = False) -> Finding:
    """Serendipity almost never harms (in one case of ten at most), and does not always help."""
    gains = effects(_all(), {"serendipity": True}, lambda c: True)
    good, better = sum(g >= 0 for g in gains), sum(g > 0 for g in gains)
    holds = good >= Fraction(9, 10) * len(gains) and (better == len(gains)) == strictly
    shown = f"not worse in {good} of {len(gains)} cases, better in {better}"
    return Finding(holds, f"{shown}; worse only with {_harmed_by_serendipity()}", scope="tested")


def _harmed_by_serendipity() -> str:
    """Name the characters whom serendipity ever harms."""
    pairs = [(c, replace(c, serendipity=True)) for c in PRUNED if not c.serendipity]
    worse = [
        str(plain)
        for plain, lucky in pairs
        if any(j.utilities[lucky] < j.utilities[plain] for j in _all())
    ]
    return "; ".join(worse) or "none"


@GOALS.says("albarede2007-law-4", false={"serendipity": False})
def _serendipity_makes_depth_useful(serendipity: bool = True) -> Finding:
    """With serendipity neither horizon nor dynamism ever lowers the utility."""
    gains = _gains_of_depth(_all(), serendipity)
    worse = sum(g < 0 for g in gains)
    return Finding(worse == 0, f"worse in {worse} of {len(gains)} cases", scope="tested")


def _gains_of_depth(judgements: list[_Judgement], serendipity: bool) -> list[Number]:
    changes = ({"horizon": 1}, {"dynamic": True})
    return [
        gain
        for change in changes
        for gain in effects(judgements, change, lambda c: c.serendipity == serendipity)
    ]


def _harmed(judgements: list[_Judgement], serendipity: bool) -> Fraction:
    gains = _gains_of_depth(judgements, serendipity)
    return Fraction(sum(g < 0 for g in gains), len(gains))


@GOALS.says("albarede2007-law-5", false={"above_all_fuzzy": False})
def _depth_harms_without_serendipity(above_all_fuzzy: bool = True) -> Finding:
    """Without serendipity depth is often harmful (in one case of five), above all if fuzzy.

    So it is on the utilities of the source's own tables, from which it was inferred.  On random
    utilities of our own depth is often harmful too, but less often if the utility is fuzzy.
    """
    own, ours = judged(NAMES), judged((), DRAWS)
    often = all(_harmed(group, False) > Fraction(1, 5) for group in (own, ours))
    shares = {
        (where, fuzzy): _harmed([j for j in group if j.fuzzy() == fuzzy], False)
        for where, group in (("tables", own), ("random", ours))
        for fuzzy in (True, False)
    }
    more = [shares[where, True] > shares[where, False] for where in ("tables", "random")]
    shown = "; ".join(
        f"{where}: harmful in {float(shares[where, True]):.1%} of the fuzzy cases, "
        f"{float(shares[where, False]):.1%} of the others"
        for where in ("tables", "random")
    )
    if not above_all_fuzzy:
        return Finding(often and not any(more), shown, "tested")
    reading = "" if all(more) else "a summary of the source's own tables"
    return Finding(often and more[0], shown, "tested", reading=reading)


@GOALS.says("albarede2007-law-6", false={"fuzzy": True})
def _depth_beats_serendipity(fuzzy: bool = False) -> Finding:
    """For utilities that are not fuzzy, depth is often (one case in three) better than serendipity.

    Compared are a horizon with dynamism, without serendipity, and serendipity without either.
    """
    deep = Character(False, 1, True, never_worst=True)
    lucky = Character(True, 0, False, never_worst=True)
    group = [judgement for judgement in _all() if judgement.fuzzy() == fuzzy]
    better = sum(j.utilities[deep] > j.utilities[lucky] for j in group)
    shown = f"better in {better} of {len(group)} utilities"
    return Finding(better > Fraction(1, 3) * len(group), shown, scope="tested")


@GOALS.says("albarede2007-s6.2-dynamism", false={"serendipity": True})
def _dynamism_is_uncertain(serendipity: bool = False) -> Finding:
    """With a horizon and without serendipity dynamism costs more for sure, and may help or harm.

    For utilities as they are advised: a few chosen hands with weights, here of our own.
    """
    gains = effects(
        _chosen_goals(DRAWS),
        {"dynamic": True},
        lambda c: c.horizon == 1 and c.serendipity == serendipity,
    )
    static, dynamic = (Costs(Round()).of(Character(serendipity, 1, d)) for d in (False, True))
    helps, harms = sum(g > 0 for g in gains), sum(g < 0 for g in gains)
    shown = f"helps in {helps}, harms in {harms} of {len(gains)} cases"
    return Finding(dynamic > static and min(helps, harms) > 0, shown)


@OPEN.says("albarede2007-s6.2-duplicity", false={"names": ("delta123",)})
def _duplicity_may_help(names: tuple[str, ...] = NAMES) -> Finding:
    """Duplicity may add utility, for a player who draws a goal and does not count the misses."""
    gains = [duplicity_gain("first", name, Character(False, 0, False)) for name in names]
    return Finding(max(gains) > 0, f"adds in {sum(g > 0 for g in gains)} of {len(gains)} utilities")
