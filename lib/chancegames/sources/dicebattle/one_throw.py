"""Source 004, *Dice battle*: the battle over one throw ("jeu en un coup")."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import trunc

import pulp

from chancegames.games.dice_battle import OneRoll, Race, always, one_roll, race
from chancegames.games.dice_battle.one_roll import payoff_matrix
from chancegames.maths import matrix_game
from chancegames.maths.solution import Distribution, Number, Policy
from chancegames.models.dice_battle import State
from chancegames.sources.dicebattle.counting import _counted_law, _float_law
from chancegames.sources.dicebattle.throw import _chance_of_two_points
from chancegames.sources.registry import ANSWERS, Finding, Page

ScoreLaw = Mapping[int, Fraction]

PAGE = Page("one-throw-each")

#: The numbers of dice for which the source prints a vector longer than three.
PRINTED_DICE = (6, 10, 20)

#: The range on which statements about "every D" are tested.
TESTED_DICE = range(1, 21)


@PAGE.gives("dicebattle-N01", dice=3)
def _gain_matrix(dice: int) -> tuple[tuple[Fraction, ...], ...]:
    """EG1 for all pairs of throws."""
    return payoff_matrix(OneRoll(dice=dice))


@PAGE.gives("dicebattle-N05", dice=3)
@PAGE.gives("dicebattle-N06-D6", dice=6)
@PAGE.gives("dicebattle-N06-D10", dice=10)
@PAGE.gives("dicebattle-N06-D20", dice=20)
def _optimal_strategy(dice: int) -> tuple[Fraction, ...]:
    """Probabilities of throwing 1, 2, ... dice."""
    return tuple(_optimum(dice).get(d, Fraction(0)) for d in range(1, dice + 1))


@PAGE.gives("dicebattle-N13", dice=20)
def _value_of_the_game(dice: int) -> Number:
    """Value of the one-throw battle."""
    return one_roll.solve(OneRoll(dice=dice)).value


@ANSWERS.proof(
    damaged=["dicebattle-N06-D6", "dicebattle-N06-D10", "dicebattle-N06-D20"],
    false={"support": (2, 4, 5)},
)
def _only_optimum(support: tuple[int, ...] = (2, 3, 5)) -> Finding:
    """The mixture that makes the throws of the support indifferent is the only optimal one."""
    mixture = _indifferent(support)
    holds = all(_is_only_optimum(mixture, OneRoll(dice=d)) for d in PRINTED_DICE)
    shown = ", ".join(f"{d} dice: {p} = {float(p):.5f}" for d, p in mixture.items())
    return Finding(holds, shown)


@PAGE.says("dicebattle-F10", false={"ties": 1}, reads="1 1 2 1 1 2")
def _gain_of_a_pair(ties: int = 0, dice: int = 3) -> Finding:
    """EG1(d1, d2) = P(X > Y) - P(Y > X), counted over all ordered throws of both players."""
    matrix = payoff_matrix(OneRoll(dice=dice))
    worst = max(
        abs(matrix[a - 1][b - 1] - _counted_gain(a, b, ties))
        for a, b in product(range(1, dice + 1), repeat=2)
    )
    return Finding(worst == 0, f"largest difference {worst}")


@PAGE.says("dicebattle-F11", false={"contrary": False})
def _outcomes_partition(contrary: bool = True) -> Finding:
    """To win and to lose are all that can happen; smallest case, one die against one.

    So it is if to lose is the contrary of to win, as the sentence before has it; not if it is what
    the other player's win is, as in the sum that follows.
    """
    match = _pure_match(1, 1)
    total = match[1] + match[-1]
    shown = f"one die against one: the chances sum to {total} without draws"
    reading = "to lose as the contrary of to win, draws included" if contrary else ""
    return Finding(contrary or total == 1, shown, reading=reading)


@PAGE.says("dicebattle-F15", false={"contrary": False}, reads="1")
def _lost_if_not_won(contrary: bool = True) -> Finding:
    """A player loses (gains -1) in the contrary case: as much as the printed sum says he gains."""
    match = _pure_match(1, 1)
    printed = match[1] - match[-1]
    gain = match[1] - (1 - match[1] if contrary else match[-1])
    return Finding(gain == printed, f"one die against one: {gain}, by the sum {printed}")


@PAGE.says("dicebattle-F12", false={"transposed": True}, reads="1")
def _best_reply_programme(transposed: bool = False, dice: int = 6) -> Finding:
    """Maximising q'(-EG1)p, as printed, answers a public p best.

    (False variant: with the transpose.)

    q'(-EG1)p is player 1's gain, because EG1 is antisymmetric; player 2's is q'(-EG1)'p.
    """
    matrix = payoff_matrix(OneRoll(dice=dice))
    maximised = matrix if transposed else tuple(zip(*matrix, strict=True))
    publics = [*_pure_strategies(dice), (Fraction(1, dice),) * dice, _optimal_strategy(dice)]
    gaps = {}
    for p in publics:
        q = answer_to(p, maximised)
        received = sum(float(p[i] * matrix[i][j]) * q[j] for i, j in product(range(dice), repeat=2))
        best = matrix_game.best_replies(matrix, p)[0]
        gaps[p] = received - float(sum(w * row[best] for w, row in zip(p, matrix, strict=True)))
    one_die = gaps[publics[0]]
    shown = f"D = {dice}: against one die it gains {one_die:.3f} less than the best reply"
    return Finding(max(gaps.values()) < 1e-9, shown)


@PAGE.says("dicebattle-F13", false={"transposed": True}, reads="1")
def _maximin_programme(transposed: bool = False) -> Finding:
    """Maximin is a linear program: PuLP with HiGHS finds the exact optimum.

    (False variant: with the transpose of EG1, so that it maximizes what the other player gains.)
    """
    gaps = []
    for d in (3, *PRINTED_DICE):
        matrix = payoff_matrix(OneRoll(dice=d))
        given = tuple(zip(*matrix, strict=True)) if transposed else matrix
        exact, linear = _optimal_strategy(d), matrix_game.linear_program(given).row_strategy
        gaps.append(max(abs(float(a - b)) for a, b in zip(exact, linear, strict=True)))
    return Finding(
        max(gaps) < 1e-6, f"the weights of {len(gaps)} optima agree to 6 digits", "tested"
    )


@PAGE.says("dicebattle-N12", false={"running": False}, reads="1 17 1")
def _diagonal_residue(running: bool = True, dice: int = 3) -> Finding:
    """One running float sum over all pairs of scores leaves residues, the largest some 1e-17."""
    residues = [abs(_float_diagonal(d, running)) for d in range(1, dice + 1)]
    shown = ", ".join(f"{residue:.1e}" for residue in residues)
    return Finding(1e-17 <= max(residues) < 1e-16, f"{shown} for 1, 2, 3 dice")


@PAGE.says("dicebattle-C12", false={"cause": "running sum"}, reads="1")
def _residue_has_cause(cause: str = "row sums") -> Finding:
    """The residue on the diagonal vanishes with its cause.

    In exact arithmetic no weights can cause it: for any row w of P, normalised or not, EG1(d, d)
    is the difference of two equal sums of w_k w_l over k > l.  In floats, the rows of the
    source's own recurrence sum to exactly 1 and leave a residue; two separate sums leave none.
    """
    sums_to_one = [d for d in (1, 2, 3) if sum(_float_law(d).values()) == 1]
    vanishes = {
        "row sums": all(_float_diagonal(d, running=True) == 0 for d in sums_to_one),
        "running sum": all(_float_diagonal(d, running=False) == 0 for d in (1, 2, 3)),
    }
    rounded = _rounded_law(3, digits=2)
    exact = _gain_of_weights(rounded, rounded)
    shown = (
        f"{len(sums_to_one)} of 3 rows sum to 1 and leave a residue; "
        f"a row of sum {float(sum(rounded.values()))} leaves {exact}"
    )
    return Finding(vanishes[cause] and exact == 0, shown)


@PAGE.says("dicebattle-C13", false={"throws": (6, 7, 8, 9, 10)}, reads="0")
def _zero_weight_is_dominated(throws: tuple[int, ...] = (1, 4, 6), dice: int = 10) -> Finding:
    """Throws without weight are strictly dominated by a mixture of others."""
    matrix = payoff_matrix(OneRoll(dice=dice))
    margins = {d: matrix_game.domination(matrix, d - 1) for d in throws}
    free = {d: m.margin for d, m in margins.items() if not m.strictly}
    shown = ", ".join(
        f"{d} {'die' if d == 1 else 'dice'}: margin {float(m):.3f}" for d, m in free.items()
    )
    return Finding(not free, shown or f"{len(throws)} throws dominated")


@PAGE.says("dicebattle-C14", false={"throws": (1, 5)}, reads="1 4")
def _never_thrown(throws: tuple[int, ...] = (1, 4)) -> Finding:
    """In the only optimum, these throws have no weight."""
    weights = {d: [_optimal_strategy(n)[d - 1] for n in PRINTED_DICE] for d in throws}
    holds = all(w == 0 for column in weights.values() for w in column)
    shown = ", ".join(f"{d} dice: {max(column)}" for d, column in weights.items())
    return Finding(holds and _only_optimum().holds, shown)


@PAGE.says("dicebattle-C15", false={"very_rarely": Fraction(1, 4)}, reads="5 2 3")
def _five_often(very_rarely: Fraction = Fraction(1, 10), dice: int = 10) -> Finding:
    """Five dice in more than half of the throws, two or three in fewer than one in ten."""
    weights = _optimal_strategy(dice)
    seldom = weights[1] + weights[2]
    holds = weights[4] > Fraction(1, 2) and seldom < very_rarely
    two, three, five = (f"{float(weights[n - 1]):.3f}" for n in (2, 3, 5))
    shown = f"five: {five}; two or three: {two} + {three} = {float(seldom):.3f}"
    return Finding(holds, shown)


@PAGE.says("dicebattle-C16", false={"first": 4}, reads="5")
def _same_optimum_for_all(first: int = 5) -> Finding:
    """From `first` dice on, every D has the same only optimum.

    Proof for all D: the mixture of two, three and five dice earns more than 0 against every other
    throw.  Up to d = 6 that is computed; from d = 7 on it follows from the chance s = (5/6)^d to
    score above 1 and the mixture's own chance m: the gain is at least (1 - s) m - s, which is
    positive for d = 7 and grows with d.
    """
    mixture = _indifferent((2, 3, 5))
    above = sum(weight * _chance_of_two_points(d) for d, weight in mixture.items())
    bound = (1 - Fraction(5, 6) ** 7) * above - Fraction(5, 6) ** 7
    start = all(_is_only_optimum(mixture, OneRoll(dice=d)) for d in range(first, 8))
    return Finding(start and bound > 0, f"gain of at least {float(bound):.3f} from 7 dice on")


@PAGE.says("dicebattle-C17", false={"first": 5})
def _large_throws_are_useless(first: int = 6, dice: int = 20) -> Finding:
    """Throws of `first` or more dice earn less than 0 against the optimum, hence no weight."""
    matrix = payoff_matrix(OneRoll(dice=dice))
    optimum = _optimal_strategy(dice)
    gains = [
        sum(a * w for a, w in zip(matrix[d - 1], optimum, strict=True))
        for d in range(first, dice + 1)
    ]
    holds = max(gains) < 0 and _same_optimum_for_all().holds
    return Finding(holds, f"they lose at least {float(-max(gains)):.3f} against the optimum")


@PAGE.says("dicebattle-C18", false={"least": 4})
def _optimum_is_mixed(least: int = 5) -> Finding:
    """From `least` dice on, no pure throw is optimal: none earns at least 0 against every other."""
    pure = [d for d in TESTED_DICE if any(min(row) >= 0 for row in payoff_matrix(OneRoll(dice=d)))]
    shown = f"a pure optimum for D = {', '.join(map(str, pure))}, tested to {max(TESTED_DICE)}"
    if max(pure) >= least:
        return Finding(False, shown)
    return Finding(_same_optimum_for_all().holds, shown, but=f"D up to {max(pure)}")


@PAGE.says("dicebattle-C19", false={"other_than_p": False})
def _reply_differs(other_than_p: bool = True, dice: int = 10) -> Finding:
    """The answer to p is another mixed strategy (false variant: p answers itself).

    p is a best reply to p, and by uniqueness the only one that is itself optimal; the programme's
    own answer is a vertex, so it is pure.
    """
    matrix = payoff_matrix(OneRoll(dice=dice))
    p = _optimal_strategy(dice)
    replies = matrix_game.best_replies(matrix, p)
    p_answers_p = {j for j, w in enumerate(p) if w > 0} <= set(replies)
    alone = matrix_game.uniqueness(matrix, matrix_game.solve(matrix)).proved
    shown = f"best replies to p: every mixture of {', '.join(str(j + 1) for j in replies)}"
    return Finding((p_answers_p and alone) is not other_than_p, shown)


@PAGE.says("dicebattle-C34", false={"public": 6}, reads="0")
def _second_programme_is_worth_as_much(public: int = 0, dice: int = 10) -> Finding:
    """What the best answer to the optimal p gains (false variant: to `public` dice)."""
    matrix, p = payoff_matrix(OneRoll(dice=dice)), _optimal_strategy(dice)
    p = _pure_strategies(dice)[public - 1] if public else p
    best = max(-sum(w * row[j] for w, row in zip(p, matrix, strict=True)) for j in range(dice))
    return Finding(best == 0, f"the best answer gains {best}")


@PAGE.says("dicebattle-C20", false={"draws": Fraction(3, 10)})
def _equilibrium_means_draw(draws: Fraction = Fraction(1), dice: int = 10) -> Finding:
    """Two optimal players draw (to two digits, this share of their games)."""
    p = always(_optimum(dice))
    share = Fraction(one_roll.distribution(OneRoll(dice=dice), p, p)[0])
    return Finding(abs(share - draws) <= Fraction(1, 200), f"{float(share):.4f} of the games")


@PAGE.says("dicebattle-C21", false={"aim": "gain"})
def _optimum_aims_at(aim: str = "draw", dice: int = 20) -> Finding:
    """Against an optimal player, no pure throw reaches more of the aim than the optimum."""
    rules, p = OneRoll(dice=dice), always(_optimum(dice))

    def reached_by(policy: Policy[State, int]) -> Number:
        outcome = one_roll.distribution(rules, policy, p)
        return outcome[0] if aim == "draw" else outcome.mean

    reached = reached_by(p)
    pure = {d: reached_by(always(d)) for d in rules.rolls}
    best = max(pure, key=pure.__getitem__)
    shown = f"{aim}: optimum {float(reached):.3f}, {best} dice {float(pure[best]):.3f}"
    return Finding(pure[best] <= reached, shown)


@PAGE.says("dicebattle-C24", false={"support": (1, 3, 5)})
def _needs_linear_programming(support: tuple[int, ...] = (2, 3, 5), dice: int = 20) -> Finding:
    """No mixture that three equations give by hand is optimal.

    An antisymmetric 3 x 3 matrix has the kernel (a23, -a13, a12): the numbers come from three
    entries of EG1, and checking them against every throw proves the optimum.
    """
    mixture = _indifferent(support)
    least = _least_gain(mixture, OneRoll(dice=dice))
    return Finding(least < 0, f"by hand: least gain {least} against {dice} throws")


@PAGE.says("dicebattle-C31", false={"rules": "in turns"})
def _no_bias(rules: str = "at once") -> Finding:
    """Optimal players gain nothing from their seat (false variant: in a race in turns)."""
    if rules == "in turns":
        openers = [race.solve(Race(goal=10, dice=d)).value for d in TESTED_DICE]
        return Finding(max(map(abs, openers)) == 0, f"at least {min(openers):+.4f}")
    values = [one_roll.solve(OneRoll(dice=d)).value for d in TESTED_DICE]
    return Finding(not any(values), f"value {values[-1]} for D = {max(TESTED_DICE)}")


def slips(dice: int = 6) -> dict[str, matrix_game.Vector]:
    """Solve the game with some mistakes that could explain a wrong digit.

    Returns the optimal vector under each, and under none: P or EG1 rounded or truncated to 2 to 5
    digits, and the highest score of every throw left out.
    """
    rules = OneRoll(dice=dice)
    laws = [dict(rules.scores(d)) for d in rules.rolls]
    exact = payoff_matrix(rules)
    vectors: dict[str, matrix_game.Vector] = {"none": _optimal_strategy(dice)}
    for digits in range(2, 6):
        for name, cut in (("rounded", round), ("truncated", trunc)):
            scale = 10**digits  # a payoff in other units changes no strategy
            coarse = [{k: cut(p * scale) for k, p in law.items()} for law in laws]
            matrix = [[cut(a * scale) for a in row] for row in exact]
            vectors[f"P {name} to {digits} digits"] = _solved_with(coarse)
            vectors[f"EG1 {name} to {digits} digits"] = matrix_game.solve(matrix).row_strategy
    short = [{k: p for k, p in law.items() if k < 6 * d} for d, law in enumerate(laws, start=1)]
    vectors["highest score left out"] = _solved_with(short)
    return vectors


def _solved_with(laws: Sequence[ScoreLaw]) -> matrix_game.Vector:
    matrix = [[_gain_of_weights(a, b) for b in laws] for a in laws]
    return matrix_game.solve(matrix).row_strategy


# Sums taken literally.


def _counted_gain(first: int, second: int, ties: int) -> Fraction:
    """Expected gain over all pairs of ordered throws; a tie counts `ties`."""
    pairs = product(_counted_law(first).items(), _counted_law(second).items())
    return sum(
        (p * q * ((x > y) - (x < y) + ties * (x == y)) for (x, p), (y, q) in pairs), Fraction(0)
    )


def _float_diagonal(dice: int, running: bool) -> float:
    """EG1(d, d) in floats, as one running sum or as the difference of two sums."""
    law = sorted(_float_law(dice).items())
    if not running:
        wins, losses = ([p * q for x, p in law for y, q in law if y < x] for _ in range(2))
        return sum(wins) - sum(losses)
    total = 0.0
    for (x, p), (y, q) in product(law, repeat=2):
        total += p * q * ((x > y) - (x < y))
    return total


def _rounded_law(dice: int, digits: int) -> ScoreLaw:
    law = OneRoll(dice=dice).scores(dice)
    return {score: Fraction(round(p * 10**digits), 10**digits) for score, p in law.items()}


def _gain_of_weights(first: ScoreLaw, second: ScoreLaw) -> Fraction:
    """EG1 as the source's double sum, for any weights."""
    pairs = product(first.items(), second.items())
    return sum((p * q * ((x > y) - (x < y)) for (x, p), (y, q) in pairs), Fraction(0))


def answer_to(public: Sequence[Number], matrix: Sequence[Sequence[Number]]) -> tuple[float, ...]:
    """Answer a public mixture by the source's linear program, solved by HiGHS.

    Maximize ``q'(-A')p`` over probability vectors ``q``; the answer is a vertex, one best reply of
    perhaps many.

    Examples
    --------
    >>> answer_to([0.75, 0.25], [[1.0, -1.0], [-1.0, 1.0]])
    (0.0, 1.0)
    """
    problem = pulp.LpProblem("best_reply", pulp.LpMaximize)
    q = [problem.add_variable(f"q{j}", lowBound=0) for j in range(1, len(matrix[0]) + 1)]
    problem += pulp.lpSum(
        -float(sum(a * w for a, w in zip(column, public, strict=True))) * variable
        for column, variable in zip(zip(*matrix, strict=True), q, strict=True)
    )
    problem += pulp.lpSum(q) == 1
    if problem.solve(pulp.HiGHS(msg=False)) != pulp.LpStatusOptimal:
        raise ValueError("the linear program was not solved")
    return tuple(max(0.0, variable.value()) for variable in q)


# Shared by several statements.


def _pure_match(first: int, second: int) -> Distribution:
    rules = OneRoll(dice=max(first, second))
    return one_roll.distribution(rules, always(first), always(second))


def _optimum(dice: int) -> dict[int, Fraction]:
    """Weights of the optimal mixture that are not 0."""
    weights = one_roll.solve(OneRoll(dice=dice)).policy()
    return {d: Fraction(weight) for d, weight in weights.items()}


def _pure_strategies(dice: int) -> list[tuple[Fraction, ...]]:
    return [tuple(Fraction(i == j) for j in range(dice)) for i in range(dice)]


def _indifferent(support: tuple[int, ...]) -> dict[int, Fraction]:
    """Solve p'A = 0 on three throws by the kernel of an antisymmetric 3 x 3 matrix."""
    matrix = payoff_matrix(OneRoll(dice=max(support)))
    i, j, k = (d - 1 for d in support)
    kernel = (matrix[j][k], -matrix[i][k], matrix[i][j])
    return {d: weight / sum(kernel) for d, weight in zip(support, kernel, strict=True)}


def _least_gain(mixture: dict[int, Fraction], rules: OneRoll) -> Fraction:
    """What a mixture earns against the throw that is worst for it."""
    matrix = payoff_matrix(rules)
    columns = range(rules.dice)
    return min(
        sum((w * matrix[d - 1][j] for d, w in mixture.items()), Fraction(0)) for j in columns
    )


def _is_only_optimum(mixture: dict[int, Fraction], rules: OneRoll) -> bool:
    """Nonnegative, earns 0 against everything, and complementary slackness leaves no other."""
    if max(mixture) > rules.dice or min(mixture.values()) < 0 or _least_gain(mixture, rules) != 0:
        return False
    matrix = payoff_matrix(rules)
    weights = tuple(mixture.get(d, Fraction(0)) for d in rules.rolls)
    solution = matrix_game.certify(matrix, weights, weights, "by hand")
    return matrix_game.uniqueness(matrix, solution).proved
