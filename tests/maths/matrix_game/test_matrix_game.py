"""Matrix games: certificates, invariants, and agreement of independent solvers."""

from fractions import Fraction
from itertools import product

import numpy as np
import pulp
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chancegames.maths import matrix_game
from chancegames.maths.matrix_game import program

#: All fractions from -3 to 3 with denominators up to 7 (drawn ten times as fast as `fractions`).
ENTRIES = st.sampled_from(
    sorted({Fraction(n, d) for d in range(1, 8) for n in range(-3 * d, 3 * d + 1)}, key=abs)
)


@st.composite
def matrices(draw, entries=ENTRIES, largest=5):
    height, width = draw(st.integers(1, largest)), draw(st.integers(1, largest))
    return [[draw(entries) for _ in range(width)] for _ in range(height)]


@given(matrices())
def test_the_exact_certificate_closes(matrix):
    solution = matrix_game.solve(matrix)
    assert solution.guaranteed == solution.value == solution.conceded
    for strategy in (solution.row_strategy, solution.column_strategy):
        assert sum(strategy) == 1
        assert min(strategy) >= 0


@settings(max_examples=40, deadline=None)
@given(matrices())
def test_linear_program_and_exact_simplex_agree(matrix):
    exact = matrix_game.solve(matrix)
    linear = matrix_game.linear_program(matrix)
    assert abs(linear.value - exact.value) < 1e-6
    assert linear.residual < 1e-6


@given(st.lists(st.tuples(ENTRIES, ENTRIES), min_size=1, max_size=6))
def test_two_rows_by_brute_force_over_all_corners(columns):
    """The guarantee of a mixture (p, 1 - p) is the lower envelope of lines: try every corner."""
    corners = {Fraction(0), Fraction(1)}
    for (a, b), (c, d) in product(columns, repeat=2):
        if a - b != c - d:
            corners.add((d - b) / ((a - b) - (c - d)))
    guarantees = [
        min(p * top + (1 - p) * bottom for top, bottom in columns) for p in corners if 0 <= p <= 1
    ]
    assert matrix_game.solve(list(zip(*columns, strict=True))).value == max(guarantees)


@given(matrices())
def test_the_value_lies_between_the_pure_guarantees(matrix):
    columns = list(zip(*matrix, strict=True))
    assert max(map(min, matrix)) <= matrix_game.solve(matrix).value <= min(map(max, columns))


@given(matrices(), ENTRIES, st.fractions(min_value="1/5", max_value=5, max_denominator=5))
def test_shifting_and_scaling_the_payoffs(matrix, shift, scale):
    moved = [[scale * entry + shift for entry in row] for row in matrix]
    expected = scale * matrix_game.solve(matrix).value + shift
    assert matrix_game.solve(moved).value == expected


@given(matrices())
def test_exchanging_the_players_changes_the_sign(matrix):
    mirrored = [[-entry for entry in column] for column in zip(*matrix, strict=True)]
    assert matrix_game.solve(mirrored).value == -matrix_game.solve(matrix).value


@given(matrices())
def test_symmetric_games_have_value_zero(matrix):
    size = min(len(matrix), len(matrix[0]))
    cells = list(product(range(size), repeat=2))
    skew = [[Fraction(0)] * size for _ in range(size)]
    for i, j in cells:
        skew[i][j] = matrix[i][j] - matrix[j][i]
    assert matrix_game.solve(skew).value == 0


@given(matrices())
def test_a_strictly_dominated_row_has_no_weight(matrix):
    solution = matrix_game.solve(matrix)
    for row in range(len(matrix)) if len(matrix) > 1 else ():
        found = matrix_game.domination(matrix, row)
        if found.strictly:
            assert solution.row_strategy[row] == 0
            mixed = [
                sum(w * other[j] for w, other in zip(found.mixture, matrix, strict=True))
                for j in range(len(matrix[0]))
            ]
            assert all(m > a for m, a in zip(mixed, matrix[row], strict=True))


@given(matrices())
def test_a_row_that_is_not_dominated_is_a_best_reply_to_its_belief(matrix):
    for row in range(len(matrix)) if len(matrix) > 1 else ():
        found = matrix_game.domination(matrix, row)
        if not found.strictly:
            received = [
                sum(a * w for a, w in zip(other, found.belief, strict=True)) for other in matrix
            ]
            assert received[row] == max(received)


def test_uniqueness_is_not_claimed_where_there_are_two_optima():
    matrix = [[0, 0], [0, 0]]
    assert not matrix_game.uniqueness(matrix, matrix_game.solve(matrix)).proved


@given(matrices())
def test_a_unique_optimum_is_found_whatever_the_order_of_rows_and_columns(matrix):
    solution = matrix_game.solve(matrix)
    reversed_ = matrix_game.solve([row[::-1] for row in matrix[::-1]])
    if matrix_game.uniqueness(matrix, solution).proved:
        assert reversed_.row_strategy == solution.row_strategy[::-1]


@given(matrices())
def test_doubling_a_row_that_is_used_destroys_uniqueness(matrix):
    solution = matrix_game.solve(matrix)
    used = max(range(len(matrix)), key=solution.row_strategy.__getitem__)
    doubled = [*matrix, matrix[used]]
    assert not matrix_game.uniqueness(doubled, matrix_game.solve(doubled)).proved


def test_uniqueness_is_proved_for_stone_scissors_paper():
    matrix = [[0, 1, -1], [-1, 0, 1], [1, -1, 0]]
    assert matrix_game.uniqueness(matrix, matrix_game.solve(matrix)).proved


@given(matrices())
def test_every_best_reply_pays_the_same_and_no_other_pays_less(matrix):
    p = matrix_game.solve(matrix).row_strategy
    replies = matrix_game.best_replies(matrix, p)
    received = [sum(w * a for w, a in zip(p, c, strict=True)) for c in zip(*matrix, strict=True)]
    assert set(replies) == {j for j, r in enumerate(received) if r == min(received)}


@pytest.mark.parametrize(("level", "step"), [(1e7, 1.0), (1000.0, 1e-4), (-1e5, 1e-2)])
def test_the_level_of_the_payoffs_does_not_hide_their_differences(level, step):
    matrix = [[level + step, level], [level, level + step]]
    solution = matrix_game.solve(matrix)
    assert solution.row_strategy == pytest.approx((0.5, 0.5), abs=1e-5)


def test_uniqueness_wants_a_solution_of_this_game():
    other = matrix_game.solve([[1, 2], [3, 4]])
    with pytest.raises(ValueError, match="the sizes differ"):
        matrix_game.uniqueness([[1, 2, 3]], other)
    with pytest.raises(ValueError, match="not one with gap"):
        matrix_game.uniqueness([[1, -1], [-1, 1]], other)


@given(matrices())
def test_a_solution_answers_both_players_in_the_words_of_every_game(matrix):
    solution = matrix_game.solve(matrix)
    for player in ("row", "column"):
        values, mixture = solution.action_values(player), solution.policy(player)
        assert sum(mixture.values()) == 1
        assert all(solution.regret(player, action) == 0 for action in mixture)
        assert max(values.values()) == solution.value_at(player)
    assert solution.residual == 0


def test_a_third_player_is_refused():
    solution = matrix_game.solve([[1, -1], [-1, 1]])
    for ask in (solution.policy, solution.value_at, solution.action_values):
        with pytest.raises(ValueError, match="are 'row' and 'column', not 'both'"):
            ask("both")


def test_numpy_matrices_are_accepted():
    assert matrix_game.solve(np.array([[1, -1], [-1, 1]])).value == 0
    assert abs(matrix_game.solve(np.array([[1.0, -1.0], [-1.0, 1.0]])).value) < 1e-9


BAD = {
    "empty": [],
    "without columns": [[]],
    "ragged": [[1, 2], [3]],
    "nan": [[1.0, float("nan")]],
    "infinite": [[1.0, float("inf")]],
    "text": [["a"]],
    "a number": 3,
    "a row": [1, 2],
    "complex": [[1j]],
    "too large for floats": [[10**400, 0.5]],
    "too far apart for floats": [[1e308, -1e308], [-1e308, 1e308]],
}


@pytest.mark.parametrize("matrix", BAD.values(), ids=BAD)
def test_a_bad_matrix_is_refused_in_one_sentence(matrix):
    with pytest.raises(ValueError, match="matrix game") as caught:
        matrix_game.solve(matrix)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "strategy", [[1], [0.5, 0.6], [1.5, -0.5], [Fraction(1, 3)] * 2, [np.nan, 1]]
)
def test_a_bad_mixed_strategy_is_refused(strategy):
    with pytest.raises(ValueError, match="mixed strategy"):
        matrix_game.best_replies([[1, 2], [3, 4]], strategy)


def test_any_status_but_an_optimum_is_refused(monkeypatch):
    monkeypatch.setattr(pulp.LpProblem, "solve", lambda self, solver: pulp.LpStatusInfeasible)
    with pytest.raises(ValueError, match="not solved: Infeasible"):
        matrix_game.linear_program([[1.0, 2.0]])


def test_a_certificate_that_does_not_close_is_refused(monkeypatch):
    monkeypatch.setattr(program, "_maximin", lambda matrix: (1.0, 0.0))
    with pytest.raises(ValueError, match="leaves a gap"):
        matrix_game.linear_program([[1.0, -1.0], [-1.0, 1.0]])


@pytest.mark.parametrize("row", [-1, 2])
def test_domination_of_a_row_that_is_not_there(row):
    with pytest.raises(ValueError, match="the row must be an integer from 0 to 1, not"):
        matrix_game.domination([[1], [2]], row)


def test_exact_analysis_refuses_floats():
    with pytest.raises(ValueError, match="integers or Fractions"):
        matrix_game.domination([[1.0], [2.0]], 0)


@pytest.mark.parametrize(
    "matrix",
    [
        [[1e17, -1.0], [-1.0, 1.0]],
        [[1e12, 0.0], [0.0, 1.0]],
        [[1e7, 0.0], [0.0, 1.0]],
        [[3.0, 1e-13, 1e9], [1e-12, 2.0, 0.0]],
    ],
)
def test_small_payoffs_are_not_lost_beside_large_ones(matrix):
    exact = matrix_game.solve([[Fraction(entry) for entry in row] for row in matrix])
    found = matrix_game.solve(matrix)
    assert found.value == pytest.approx(float(exact.value), rel=1e-12)
    assert found.residual <= 1e-9 * found.value
    assert found.row_strategy == pytest.approx([float(p) for p in exact.row_strategy], rel=1e-9)


def test_a_fair_game_in_floats_is_left_to_the_linear_program():
    """Its value is 0, so that its gap is held against the smallest payoff."""
    fair = matrix_game.solve([[0.0, -0.3, 0.7], [0.3, 0.0, -0.2], [-0.7, 0.2, 0.0]])
    assert fair.method == program.METHOD
    assert fair.value == pytest.approx(0, abs=1e-12)


def test_a_game_too_large_is_refused():
    with pytest.raises(ValueError, match="at most 10,000 payoffs: use floats"):
        matrix_game.solve([[0] * 101] * 100)
    with pytest.raises(ValueError, match="at most 1,000,000 payoffs"):
        matrix_game.solve([[0.5] * 1001] * 1000)
