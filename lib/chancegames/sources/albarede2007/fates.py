"""Sources 000 and 001 on fates and their chances: each fate of a small round written out."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial
from itertools import pairwise, product
from math import comb

from chancegames.games.game421.hands import hand
from chancegames.games.game421.policies import monkey, ratchet, shared, success
from chancegames.games.game421.rounds import (
    Mixture,
    evaluate_round,
    moves,
    running,
    solve_round,
    tables,
)
from chancegames.maths.dice import Combination, distribution, keeps, merge
from chancegames.maths.solution import Number
from chancegames.models.game421 import PLAYERS, Round, tokens
from chancegames.sources.albarede2007.papers import OPEN, REACH, ROUND
from chancegames.sources.albarede2007.rounds import densities, products
from chancegames.sources.registry import Finding, tallied


@dataclass(frozen=True)
class _Fate:
    """The states at dates 0, 1, ... and the events between them, with the chance of it all."""

    states: tuple[Combination, ...]
    events: tuple[Combination, ...]
    chance: Fraction


def _fates(rules: Round, policy: Mixture) -> Iterator[_Fate]:
    """Every fate, a date beyond the last cast: where all dice are kept the events are empty."""

    def on_from(fate: _Fate) -> Iterator[_Fate]:
        date, kept = len(fate.states), fate.states[-1]
        if date == rules.casts + 2:
            yield fate
            return
        full = len(kept) == rules.dice
        for cast, p in distribution(rules.dice - len(kept), range(1, rules.faces + 1)).items():
            law = {kept: 1} if full else policy((date, kept, merge(kept, cast)))
            for state, q in law.items():
                chance = fate.chance * p * Fraction(q)
                yield from on_from(_Fate((*fate.states, state), (*fate.events, cast), chance))

    return on_from(_Fate(((),), (), Fraction(1)))


def _monkeys(rules: Round) -> list[_Fate]:
    return list(_fates(rules, monkey(rules)))


SMALL = Round(2, 2, 3)


@ROUND.says("albarede2007-eq6", false={"strictly": True}, reads="0 1 1 1 1 0 1 1 1 1 0")
@ROUND.says("albarede2000-eq7", false={"strictly": True}, reads="1")
def _dice_only_stay(strictly: bool = False) -> Finding:
    """The dice kept never decrease, and those left never grow: in all fates of a small round."""
    rises = [
        all(shared(a, b) == a and (len(a) < len(b) or not strictly) for a, b in pairwise(f.states))
        for f in _monkeys(SMALL)
    ]
    return tallied(rises, "{} fates", "tested")


@ROUND.says("albarede2007-eq7", false={"event": False}, reads="1 0 1 1 2")
@ROUND.says("albarede2000-eq8", false={"event": False}, reads="1 1 2 1")
def _over_once_all_are_kept(event: bool = True) -> Finding:
    """A round is over just when no die is left, and just when the whole event is kept.

    (False variant: just when the state stays as it is.)
    """
    same = []
    for fate in _monkeys(SMALL):
        over = [len(s) == SMALL.dice for s in fate.states]
        first = over.index(True)
        for j in range(1, len(over)):
            pushed = merge(fate.states[j - 1], fate.events[j - 1] if event else ())
            same.append((j >= first) == over[j] == (fate.states[j] == pushed))
    return tallied(same, "{} states", "tested")


@ROUND.says("albarede2007-s3.1-V", false={"date": 1})
@ROUND.says("albarede2000-s3.3-V", false={"date": 1})
def _chance_as_utility(date: int | None = None) -> Finding:
    """With the utility 1 in V and 0 outside, what a strategy is worth is its chance to end in V."""
    wanted = {(1, 1), (1, 2)}
    rules = replace(SMALL, utility=lambda final: final in wanted)
    worth = evaluate_round(rules, monkey(rules)).value
    counted = sum(f.chance for f in _monkeys(rules) if f.states[date or -1] in wanted)
    return Finding(worth == counted, f"worth {worth}, counted {counted}", "tested")


@ROUND.says("albarede2007-s3.1-casts", false={"least": 2}, reads="1 5")
def _casts_as_utility(least: int = 1) -> Finding:
    """With the casts made as utility a strategy is worth their mean."""
    rules = replace(SMALL, utility={(j, h): max(j, least) for j in SMALL.ends for h in SMALL.hands})
    worth = evaluate_round(rules, monkey(rules)).value
    made = [(f.chance, [len(s) for s in f.states].index(rules.dice)) for f in _monkeys(rules)]
    mean = sum(p * n for p, n in made)
    return Finding(worth == mean, f"worth {worth}, mean {mean}", "tested")


@ROUND.says("albarede2000-s3.3-live", false={"over": 0}, reads="0 0 0")
def _dice_left_as_utility(over: int = 1) -> Finding:
    """Backward from a date, the utility 1 where so many dice are left gives the chance of that.

    A round that is over has no die left from then on (false variant: it counts nothing).
    """
    rules, fates, equal = SMALL, _monkeys(SMALL), []
    for date, left in product(range(1, rules.casts + 1), range(rules.dice + 1)):
        worth: dict[Combination, Number] = {
            s: Fraction(len(s) == rules.dice - left) for s in rules.states
        }
        for j in reversed(range(date)):
            worth = {
                s: sum((p * worth[t] for t, p in moves(rules, monkey(rules), j, s).items()), 0)
                if len(s) < rules.dice
                else over * worth[s]
                for s in worth
            }
        found = sum(f.chance for f in fates if len(f.states[date]) == rules.dice - left)
        equal.append(worth[()] == found)
    return tallied(equal, "{} dates and numbers of dice", "tested")


@OPEN.says("albarede2007-s3.1-live", false={"goal": "221"})
def _dice_left_while_it_lasts(goal: str = "666") -> Finding:
    """That D_k = d effectively has the chance of appendix B, for a brelan and a first player.

    But for d = 0: the law counts rounds that ended before, which are not effective any more.
    """
    rules, off = Round(), set()
    for date, (here, ended) in enumerate(running(rules, ratchet(rules, goal))):
        now = {**here, **ended}
        alive = Fraction(5, 6) ** date
        for left in range(rules.dice + 1) if 0 < date < rules.casts else ():
            found = sum(Fraction(p) for s, p in now.items() if len(s) == rules.dice - left)
            if found != comb(3, left) * alive**left * (1 - alive) ** (3 - left):
                off.add(left)
    holds = off == {0}
    shown = f"another chance for d = {', '.join(map(str, sorted(off)))}"
    return Finding(holds, shown, but="d = 0 from date 2 on" if holds else "")


@ROUND.says("albarede2007-eq26", false={"over": False}, reads="1")
@ROUND.says("albarede2000-eq37", false={"other": True}, reads="1 1 1")
def _forward(over: bool = True, other: bool = False) -> Finding:
    """The forward equation gives the chance of each state at each date: all fates added up.

    It does so for fates that go on as they are once the round is over, and for the transitions of
    the policy that is followed, not of another.
    """
    best = solve_round(replace(SMALL, utility=sum)).equiprobable
    policies, equal = [monkey(SMALL), best], []
    for followed, used in zip(policies, policies[::-1] if other else policies, strict=True):
        fates = list(_fates(SMALL, followed))
        found = densities(SMALL, used) if over else [now for now, _ in running(SMALL, used)]
        equal += [
            sum(f.chance for f in fates if f.states[date] == state) == law.get(state, 0)
            for date, law in enumerate(found)
            for state in SMALL.states
        ]
    return tallied(equal, "{} dated states", "tested")


@ROUND.says("albarede2007-s3.4-effective", false={"player": "next"})
def _not_effective(player: str = "first") -> Finding:
    """The forward chances are not those of rounds that still run, for a player who may stop."""
    rules = replace(SMALL, player=player)
    virtual = densities(rules, monkey(rules))
    effective = [{**here, **ended} for here, ended in running(rules, monkey(rules))]
    apart = [date for date, law in enumerate(virtual) if law != effective[date]]
    return Finding(bool(apart), f"apart at date {' and '.join(map(str, apart))}")


@ROUND.says("albarede2007-eq29", false={"ahead": 0}, reads="1 1 1 1")
@ROUND.says("albarede2000-eq38", false={"ahead": 0}, reads="1 1 1")
def _backward(ahead: int = 1) -> Finding:
    """The backward equation gives the mean utility of the fates from each state."""
    rules = replace(SMALL, utility=lambda final: 3 * final[0] ** 2 + final[1])
    values, fates = evaluate_round(rules, monkey(rules)), _monkeys(rules)
    equal = []
    for date, state in product(range(1, rules.casts), rules.states):
        through = [f for f in fates if f.states[date] == state and len(state) < rules.dice]
        if through:
            chance = sum(f.chance for f in through)
            mean = sum(f.chance * rules.worth(3, f.states[-1]) for f in through) / chance
            equal.append(mean == (values.value_at((date, state)) if ahead else values.value))
    return tallied(equal, "{} dated states", "tested")


@ROUND.says("albarede2000-eq40", false={"dated": True}, reads="1 1 0 0")
def _conserved(dated: bool = False) -> Finding:
    """The scalar product is conserved, given a strategy, for any utility of the final state.

    For a utility of the date as well it is not: see the same equation of the later paper.
    """
    worth = {(j, h): Fraction(sum(h) + j * dated) for j in SMALL.ends for h in SMALL.hands}
    rules = replace(SMALL, utility=worth)
    found = products(rules, monkey(rules), kept=False)
    shown = ", ".join(map(str, found))
    if len(set(found)) > 1 or dated:
        return Finding(False, shown)
    return Finding(True, shown, reading="a utility that does not depend on the date")


def _tokens_with(kept: Combination, final: Combination) -> int:
    return tokens(merge(kept, final))


@REACH.says("albarede2007-eq13", false={"casts_left": 0})
@REACH.says("albarede2000-eq23", false={"casts_left": 0}, reads="0 0")
@REACH.says("albarede2000-s5.3-confirms", false={"casts_left": 0})
def _like_itself(casts_left: int = 1) -> Finding:
    """After some casts a round is one of the dice and casts that are left: values, best choices.

    So best play that is made anew at any state is what was best from the start.
    """
    same = []
    for player in PLAYERS:
        whole = solve_round(Round(player=player))
        rules = whole.rules
        for kept in (s for s in rules.states if len(s) < rules.dice):
            left = Round(
                rules.dice - len(kept),
                casts=rules.casts - casts_left,
                player=player,
                utility=partial(_tokens_with, kept),
            )
            anew = solve_round(left)
            same.append(anew.value == whole.value_at((1, kept)))
            same += [
                {merge(kept, more) for more in anew.best((1, (), cast))}
                == set(whole.best((2, kept, merge(kept, cast))))
                for cast, _ in tables(left, ())
            ]
    return tallied(same, "{} values and choices", "tested")


@REACH.says("albarede2007-eq36", false={"any_dice": False}, reads="421 3 0 1 2 1 2 1 0 1 2 1")
def _last_judgment(any_dice: bool = True, goal: str = "421") -> Finding:
    """The nested equations (36) solve a round of three casts for both players, as written out here.

    A round that is over goes on with empty events; to end early is nothing for a next player.
    (False variant: all dice of an event are kept, or none.)
    """

    def worth(kept: Combination, left: int, player: str) -> Fraction:
        if not left:
            return Fraction(kept == hand(goal))
        law = distribution(3 - len(kept)).items()
        return sum((p * best(kept, cast, left, player) for cast, p in law), Fraction(0))

    @cache
    def best(kept: Combination, cast: Combination, left: int, player: str) -> Fraction:
        more = keeps(cast) if left > 1 and any_dice else {cast, () if left > 1 else cast}
        early = left > 1 and player == "next"
        states = [merge(kept, dice) for dice in more]
        return max(worth(s, left - 1, player) for s in states if not early or len(s) < 3)

    found = {p: worth((), 3, p) for p in PLAYERS}
    shown = ", ".join(f"{p} {v}" for p, v in found.items())
    holds = all(v == success(Round(player=p), goal) for p, v in found.items())
    return Finding(holds, shown, "tested")
