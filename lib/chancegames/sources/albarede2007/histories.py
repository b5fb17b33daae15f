"""Sources 000 and 001 on histories: whole ones summed up against the equations of section 3."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from typing import Any

from chancegames.games.game421.hands import Aim
from chancegames.games.game421.policies import monkey
from chancegames.games.game421.rounds import (
    RoundSolution,
    evaluate_round,
    moves,
    solve_round,
    tables,
)
from chancegames.maths.dice import Combination, distribution, merge
from chancegames.maths.solution import Number
from chancegames.models.game421 import Round
from chancegames.sources.albarede2007.papers import ROUND
from chancegames.sources.albarede2007.rounds import densities
from chancegames.sources.registry import Finding, tallied

#: States and events in turn, from the empty state on.
_Path = tuple[Combination, ...]
_Key = Callable[[_Path], Any]

#: Two dice of two faces, four casts; no two hands are worth the same.
SMALL = Round(2, 2, 4, utility=lambda final: 3 * final[0] ** 2 + final[1])

#: What a strategy may look at when it chooses: all, states and last event, or the last ones.
MEMORIES: dict[str, Callable[[_Path], _Path]] = {
    "all": lambda path: path,
    "states": lambda path: (*path[::2], path[-1]),
    "last": lambda path: ((len(path),), *path[-2:]),
}

#: Strategies of the library, which it judges by mean-mean.
JUDGED = {"monkey": monkey(SMALL), "best": solve_round(SMALL).equiprobable}


@cache
def _law(path: _Path, memory: str) -> dict[Combination, Fraction]:
    """The chances of what comes next: an event, or a state mixed by all that is remembered."""
    if len(path) % 2:
        return dict(distribution(SMALL.dice - len(path[-1]), range(1, SMALL.faces + 1)))
    kept, cast = path[-2:]
    if len(kept) == SMALL.dice:
        return {kept: Fraction(1)}
    options = SMALL.options(len(path) // 2, kept, merge(kept, cast))
    if memory in JUDGED:
        law = JUDGED[memory]((len(path) // 2, kept, merge(kept, cast)))
        return {option: Fraction(p) for option, p in law.items()}
    seen = MEMORIES[memory](path)
    size = sum(n * (len(item) + sum(item)) for n, item in enumerate(seen, 1))
    weights = [1 + n * size for n, _ in enumerate(options)]
    return {o: Fraction(w, sum(weights)) for o, w in zip(options, weights, strict=True)}


def _extended(paths: dict[_Path, Fraction], memory: str, steps: int) -> dict[_Path, Fraction]:
    for _ in range(steps):
        laws = [(path, p, _law(path, memory)) for path, p in paths.items()]
        paths = {(*path, item): p * q for path, p, law in laws for item, q in law.items()}
    return paths


@cache
def _histories(memory: str) -> dict[_Path, Fraction]:
    """Every whole history, with its chance."""
    return _extended({((),): Fraction(1)}, memory, 2 * SMALL.casts)


def _begun(memory: str) -> Iterable[_Path]:
    """Every history up to a date before the last."""
    return {path[:n] for path in _histories(memory) for n in range(1, 2 * SMALL.casts, 2)}


def _mean(memory: str, key: _Key, lengths: Iterable[int]) -> dict[Any, Fraction]:
    """The mean utility of the histories that begin alike."""
    chance: dict[Any, Fraction] = defaultdict(Fraction)
    total: dict[Any, Fraction] = defaultdict(Fraction)
    for path, p in _histories(memory).items():
        for n in lengths:
            chance[key(path[:n])] += p
            total[key(path[:n])] += p * SMALL.worth(SMALL.casts, path[-1])
    return {begun: total[begun] / p for begun, p in chance.items()}


@cache
def _moves(memory: str, key: _Key) -> dict[tuple[Any, Combination], Fraction]:
    """The chance of each next state, counted over the histories that begin alike."""
    chance: dict[Any, Fraction] = defaultdict(Fraction)
    moved: dict[tuple[Any, Combination], Fraction] = defaultdict(Fraction)
    for path, p in _histories(memory).items():
        for n in range(1, 2 * SMALL.casts, 2):
            chance[key(path[:n])] += p
            moved[key(path[:n]), path[n + 1]] += p
    return {(begun, state): p / chance[begun] for (begun, state), p in moved.items()}


def _whole(path: _Path) -> Any:
    return path


def _states(path: _Path) -> Any:
    return path[::2]


def _dated(path: _Path) -> Any:
    return len(path), path[-1]


ALL_LENGTHS = range(1, 2 * SMALL.casts + 2)
DATES = ALL_LENGTHS[::2]


def _known(path: _Path, judged: RoundSolution) -> Number:
    """What the library takes a history for, by its date, its last state and what was cast since."""
    date, kept, cast = len(path) // 2, path[::2][-1], path[-1]
    if len(kept) == SMALL.dice:
        return SMALL.worth(SMALL.casts, kept)
    return judged.value_at((date, kept) if len(path) % 2 else (date, kept, merge(kept, cast)))


@ROUND.says("albarede2007-eq14", steps=1, false={"weighted": False}, reads="1 2 1 2")
@ROUND.says("albarede2007-eq15", steps=2, false={"weighted": False}, reads="1 2 1 1 2 1")
def _step_by_step(steps: int, weighted: bool = True) -> Finding:
    """A utility is the mean of those a step later, for a strategy that remembers everything.

    So it is of two strategies that the library judges by mean-mean, with the values that it finds.
    """
    equal = []
    for memory in ("all", *JUDGED):
        values = _mean(memory, _whole, ALL_LENGTHS)
        judged = evaluate_round(SMALL, JUDGED[memory]) if memory in JUDGED else None
        for path in {path[:n] for path in _histories(memory) for n in ALL_LENGTHS[:-steps:steps]}:
            ahead = _extended({path: Fraction(1)}, memory, steps)
            even = Fraction(1, len(ahead))
            mean = sum((p if weighted else even) * values[after] for after, p in ahead.items())
            equal.append(values[path] == mean)
            equal += [_known(path, judged) == mean] if judged else []
    return tallied(equal, "{} values", "tested")


@ROUND.says("albarede2007-eq16", false={"weighted": False}, reads="1 2 1 2 1 2")
def _chapman_kolmogorov(weighted: bool = True) -> Finding:
    """The chance of a next state is a sum over the events between, each with its own chance.

    For a strategy that remembers everything, and for two whose transitions the library finds.
    """
    equal = []
    for memory in ("all", *JUDGED):
        for (path, state), chance in _moves(memory, _whole).items():
            events = _law(path, memory)
            even = Fraction(1, len(events))
            laws = [(p if weighted else even, _law((*path, e), memory)) for e, p in events.items()]
            found = sum(p * law.get(state, 0) for p, law in laws)
            equal.append(chance == found)
            if memory in JUDGED and len(path[-1]) < SMALL.dice:
                law = moves(SMALL, JUDGED[memory], len(path) // 2, path[-1])
                equal.append(law[state] == found)
    return tallied(equal, "{} transitions", "tested")


@ROUND.says(
    "albarede2007-eq17",
    key=_states,
    memory="states",
    false={"memory": "all"},
    reads="1 2 0 2 0",
)
@ROUND.says("albarede2007-eq23", key=_dated, memory="last", false={"memory": "states"})
def _utility_forgets(key: _Key, memory: str) -> Finding:
    """Utilities depend on no more of the past than choices do."""
    values, fewer = _mean(memory, _whole, DATES), _mean(memory, key, DATES)
    begun = {path[:n] for path in _histories(memory) for n in DATES}
    return tallied([values[p] == fewer[key(p)] for p in begun], "{} histories", "tested")


@ROUND.says(
    "albarede2007-eq19",
    key=_states,
    memory="states",
    false={"memory": "all"},
    reads="1 2 0 2 2 2 0",
)
@ROUND.says("albarede2007-eq25", key=_dated, memory="last", false={"memory": "states"}, reads="1 1")
def _transitions_forget(key: _Key, memory: str) -> Finding:
    """Transitions depend on no more of the past than choices do."""
    fewer = _moves(memory, key)
    moves = _moves(memory, _whole).items()
    equal = [chance == fewer[key(path), state] for (path, state), chance in moves]
    return tallied(equal, "{} transitions", "tested")


@ROUND.says("albarede2007-eq20", false={"ahead": False}, reads="1 1 1")
def _kolmogorov(ahead: bool = True) -> Finding:
    """The utility after some states is the mean of those after one more, by the transitions."""
    values, moves = _mean("states", _states, DATES), _moves("states", _states)
    equal = []
    for begun in {_states(path) for path in _begun("states")}:
        nexts = [(state, p) for (before, state), p in moves.items() if before == begun]
        reached = [(p, (*begun, state) if ahead else ((),)) for state, p in nexts]
        equal.append(values[begun] == sum(p * values[after] for p, after in reached))
    return tallied(equal, "{} histories of states", "tested")


@ROUND.says("albarede2007-eq21", false={"memory": "all"}, reads="1 1 2 1 2 1 2 1")
def _transitions_by_event(memory: str = "states") -> Finding:
    """Transitions between states, from the choices after any one history of these states."""
    moves = _moves(memory, _states)
    equal = []
    for path in _begun(memory):
        events = _law(path, memory).items()
        found: dict[Combination, Fraction] = defaultdict(Fraction)
        for event, p in events:
            for state, q in _law((*path, event), memory).items():
                found[state] += p * q
        equal += [moves[_states(path), state] == p for state, p in found.items()]
    return tallied(equal, "{} transitions", "tested")


@ROUND.says("albarede2007-eq24", false={"before": True}, reads="1 1 2 1 2")
def _choices_forget(before: bool = False) -> Finding:
    """A choice that depends on the last state and event has one chance for what (24) names.

    A slip: on the right the new state stands twice, and the last one, d_(j-1), not at all.  With
    three dice of two faces and the goal 211, to have 21 after the event 21 is best from 2 and not
    from 1, which is then 211.
    """
    rules = Round(3, 2, 3, utility=Aim.at("211"))
    choose = solve_round(rules).equiprobable
    known: dict[Any, set[Number]] = defaultdict(set)
    for kept in (state for state in rules.states if len(state) < rules.dice):
        for cast in distribution(rules.dice - len(kept), range(1, rules.faces + 1)):
            table = merge(kept, cast)
            law = choose((2, kept, table))
            for state in rules.options(2, kept, table):
                known[kept if before else state, cast, state].add(law.get(state, Fraction(0)))
    several = sum(len(chances) > 1 for chances in known.values())
    return Finding(not several, f"{several} of {len(known)} choices have several chances")


@ROUND.gives("albarede2007-eq22", given=True)
def _begins_empty() -> str:
    """Where every round begins, a rule, in the chances that the forward equation starts from."""
    law = densities(SMALL, monkey(SMALL))[0]
    return ", ".join(f"{len(kept)} dice with chance {p}" for kept, p in law.items())


@ROUND.says("albarede2000-s2.4-postponed", false={"repeated": Fraction(1, 2)})
@ROUND.says("albarede2007-s4.1-postponed", false={"repeated": Fraction(1, 2)}, reads="1 9")
def _judged_last(repeated: Fraction = Fraction(1), later: int = 3) -> Finding:
    """A round judged some dates after its end has the same best choices, and the same value.

    (False variant: a utility is not repeated forever, but halved at each date that passes.)
    """
    rules, soon = SMALL, solve_round(SMALL)

    @cache
    def worth(date: int, kept: Combination) -> Fraction:
        if date == rules.casts + later:
            return rules.worth(rules.casts, kept)
        if len(kept) == rules.dice:
            return repeated * worth(date + 1, kept)
        law = distribution(rules.dice - len(kept), range(1, rules.faces + 1)).items()
        return sum((p * max(choices(date, kept, c).values()) for c, p in law), Fraction(0))

    def choices(date: int, kept: Combination, cast: Combination) -> dict[Combination, Fraction]:
        options = rules.options(date + 1, kept, merge(kept, cast))
        return {state: worth(date + 1, state) for state in options}

    same = [worth(0, ()) == soon.value]
    for cast, _ in tables(rules, ()):
        late = choices(0, (), cast)
        best = {state for state, value in late.items() if value == max(late.values())}
        same.append(best == set(soon.best((1, (), cast))))
    return tallied(same, "{} values and choices", "tested")
