from fractions import Fraction
from itertools import permutations, product
from math import comb

import pytest

from chancegames.games.game421.policies import (
    aimed,
    bernoulli,
    canonical,
    most_probably,
    ratchet,
    result_law,
    shared,
    success,
    towards,
)
from chancegames.games.game421.rounds import ends, evaluate_round, tables
from chancegames.maths.dice import combinations, distribution
from chancegames.models.game421 import PLAYERS, Round, tokens
from chancegames.sources.albarede2007.ratchet import RatchetMap, chances
from chancegames.sources.albarede2007.reaching import _nothing_left
from chancegames.sources.albarede2007.rounds import densities
from chancegames.sources.albarede2007.strategies import (
    chance,
    chart,
    classes,
    failures,
    is_most_probable,
    pure_strategies,
)

from .brute import greatest

GOALS = [(1,), (1, 1), (1, 2), (1, 1, 1), (1, 1, 2), (1, 2, 3)]


def rename(names, combination):
    return tuple(sorted(names[f - 1] for f in combination))


def test_the_representative_of_a_couple_has_the_least_faces():
    """Among all renamings the goal comes first, then the final state (section 2.3.1)."""
    for goal, final in [((1, 2, 4), (2, 4, 4)), ((1, 4, 6), (5, 5, 6)), ((2, 2, 5), (1, 2, 5))]:
        renamed = [(rename(n, goal), rename(n, final)) for n in permutations(range(1, 7))]
        assert canonical(goal, final) == min(
            renamed, key=lambda c: (sum(c[0]), c[0], sum(c[1]), c[1])
        )


def test_couples_are_as_many_as_orbits_of_the_face_permutations():
    """Counted without representatives, for three dice with three faces."""
    rules = Round(faces=3)
    couples = list(product(rules.hands, repeat=2))
    orbits = {
        frozenset((rename(n, g), rename(n, c)) for n in permutations((1, 2, 3))) for g, c in couples
    }
    assert len(orbits) == len(classes(rules)[1])


@pytest.mark.parametrize("player", ["first", "next"])
@pytest.mark.parametrize("goal", GOALS)
def test_chances_obey_the_sources_properties(player, goal):
    """Equations (43) to (48), with (44) read as in the paper of 2000."""
    for k in (1, 2, 3):
        rules = Round(len(goal), 6, k, player)
        law_of = result_law(rules, goal)
        assert sum(law_of.values()) == 1
        assert all(date == k for date, c in law_of if c != goal or player == "next")
        assert chance(rules, goal, goal, 0) == 0
    for final, p in distribution(len(goal)).items():
        assert chance(Round(len(goal), 6, 1, player), goal, final, 1) == p
    assert [_nothing_left(j) for j in range(3)] == [1, 0, 0]


@pytest.mark.parametrize("goal", GOALS)
def test_the_first_player_succeeds_more_often(goal):
    for k in (2, 3):
        first, following = (Round(len(goal), 6, k, player) for player in PLAYERS)
        second = success(following, goal)
        assert success(first, goal) > second == chance(following, goal, goal, k)
        assert second > chance(first, goal, goal, k)


def test_first_and_next_fail_alike_unless_all_dice_but_one_agree():
    for size in (1, 2, 3):
        first, following = failures(size, "first"), failures(size, "next")
        for goal, final in first:
            common = len(shared(goal, final))
            alike = first[goal, final] == following[goal, final]
            assert alike == (common < size - 1)


def test_renamed_goals_have_renamed_laws():
    direct = ends(Round(player="next"), most_probably(Round(player="next"), (2, 5, 5)))
    assert direct == result_law(Round(player="next"), (2, 5, 5))
    assert canonical((2, 5, 5)) == ((1, 1, 2),)


@pytest.mark.parametrize("goal", [(1, 1, 1), (1, 1, 2), (1, 2, 4)])
def test_the_ratchet_is_best_and_bernoulli_is_not(goal):
    rules = Round()
    assert is_most_probable(rules, goal, ratchet(rules, goal))
    assert not is_most_probable(rules, goal, bernoulli(rules, goal))
    aim = aimed(rules, goal)
    assert evaluate_round(aim, ratchet(rules, goal)).value == success(rules, goal)
    tries = 1 - (1 - distribution(3)[goal]) ** 3
    assert evaluate_round(aim, bernoulli(rules, goal)).value == tries


@pytest.mark.parametrize(("faces", "casts"), [(2, 2), (3, 3), (4, 3), (6, 3)])
def test_the_ratchets_own_recursion_is_that_of_the_round(faces, casts):
    for goal in [(1, 1, 1), (1, 1, 2)]:
        rules = Round(3, faces, casts)
        held = evaluate_round(aimed(rules, goal), ratchet(rules, goal)).value
        whole = tuple(goal.count(face) for face in sorted(set(goal)))
        for free, value in ((True, success(rules, goal)), (False, held)):
            assert chances(goal, faces, casts, free)[casts][whole] == value


def test_the_ratchet_can_lose_with_no_more_dice_than_faces():
    """The smallest case, three dice with three faces and three casts, by brute force."""
    goal = (1, 1, 2)
    rules = aimed(Round(3, 3, 3), goal)
    assert evaluate_round(rules, ratchet(rules, goal)).value < greatest(rules)
    assert RatchetMap(3, 3, 4).first_failure[goal] == 3
    assert all(RatchetMap(d, f, 4).optimal_up_to == 4 for d in (1, 2) for f in (1, 2, 3, 6))


@pytest.mark.parametrize(
    "shape", [(2, 2, 3), (2, 3, 3), (3, 3, 2), (3, 3, 3), (3, 4, 3), (4, 3, 2)]
)
def test_the_map_is_that_of_the_rounds_best_options(shape):
    """Where the ratchet leads, its choice is among the best, or the only best one."""
    rules, found = Round(*shape), RatchetMap(*shape)
    for goal in found.first_failure:
        solution, policy = towards(aimed(rules, goal)), ratchet(rules, goal)
        best, only, reached = True, True, {()}
        for date in range(1, rules.casts):
            states = [(date, k, t) for k in reached for t, _ in tables(rules, k)]
            options = [(set(solution.best(s)), *policy(s)) for s in states]
            best &= all(step in equals for equals, step in options)
            only &= all(equals == {step} for equals, step in options)
            reached = {step for _, step in options if len(step) < rules.dice}
        assert best is (found.first_failure[goal] is None)
        assert only is (found.first_tie[goal] is None)


def test_a_goal_of_all_faces_fails_with_two_casts_unless_they_are_all_different():
    """And so does the condition, which therefore decides for these goals too."""
    for dice, faces in product(range(2, 7), range(2, 5)):
        found = RatchetMap(dice, faces, 3)
        whole = [goal for goal in found.first_failure if len(set(goal)) == faces]
        assert whole or dice < faces
        for goal in whole:
            fails = None if dice == faces else 2
            assert found.first_failure[goal] == found.first_growth[goal] == fails


def test_with_two_casts_both_halves_of_the_ratchets_claim_are_true():
    for dice, faces in product(range(1, 5), range(2, 6)):
        found = RatchetMap(dice, faces, 2)
        assert (found.optimal_up_to == 2) is (dice <= faces)
        assert (found.unique_up_to == 2) is (dice < faces)


def test_each_half_of_the_ratchets_claim_fails_by_itself():
    found = RatchetMap(3, 4, 4)
    assert found.optimal_up_to == found.unique_up_to == 3
    assert RatchetMap(3, 3, 2).optimal_up_to == 2 > RatchetMap(3, 3, 2).unique_up_to


def still_missing(wanted, faces):
    """How many throws of as many dice as faces are wanted leave 0, 1, ... of these missing."""
    found = [0] * (wanted + 1)
    for throw in product(range(faces), repeat=wanted):
        found[wanted - len({face for face in throw if face < wanted})] += 1
    return found


@pytest.mark.parametrize("faces", [2, 3, 4, 5, 6])
def test_one_more_missing_face_leaves_more_missing(faces):
    """The step of the theorem on goals that are all different, with its closed form."""
    for wanted in range(1, faces):
        fewer, more = still_missing(wanted, faces), still_missing(wanted + 1, faces)
        for t in range(1, wanted + 2):
            seen = [  # throws that show just these n - t + 1 of n + 1 faces
                throw
                for throw in product(range(faces), repeat=wanted)
                if {face for face in throw if face <= wanted} == set(range(wanted + 1 - t))
            ]
            gap = sum(more[t:]) - faces * sum(fewer[t:])
            assert gap == len(seen) * comb(wanted, t - 1) * (faces - wanted - 1) >= 0


@pytest.mark.parametrize(("faces", "goals"), [(2, 5), (3, 5), (4, 4), (5, 4), (6, 3)])
def test_goals_all_alike_or_all_different_keep_what_fits_and_others_do_not(faces, goals):
    kinds = {
        tuple(sorted((goal.count(f) for f in {*goal}), reverse=True))
        for dice in range(1, goals + 1)
        for goal in combinations(dice, range(1, faces + 1))
    }
    for kind in kinds:
        goal = tuple(f for f, n in enumerate(kind, 1) for _ in range(n))
        free, kept = (chances(goal, faces, 16, free=free) for free in (True, False))
        whole = max(free[0], key=sum)
        loses = [k for k in range(17) if free[k][whole] > kept[k][whole]]
        assert bool(loses) is (1 < len(kind) < len(goal))
        assert loses == [*range(loses[0], 17)] if loses else free == kept


def test_pure_strategies_of_two_casts_are_as_many_as_faces_of_the_goal():
    for goal in GOALS[3:]:
        assert pure_strategies(Round(casts=2, player="next"), goal) == len(set(goal))


def test_dice_left_follow_a_binomial_law_for_a_brelan():
    """Appendix B, for the ratchet of a first player."""
    rules = Round(casts=4)
    flow = densities(rules, ratchet(rules, (6, 6, 6)))
    for date in range(1, 4):
        alive = Fraction(5, 6) ** date
        for left in range(4):
            total = sum(p for s, p in flow[date].items() if len(s) == 3 - left)
            assert total == comb(3, left) * alive**left * (1 - alive) ** (3 - left)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: success(Round(1), (7,)), "faces from 1 to 6"),
        (lambda: success(Round(2), (0, 1)), "faces from 1 on"),
        (lambda: success(Round(1, 2), (3,)), "faces from 1 to 2"),
        (lambda: chance(Round(2), (1, 2), (1,), 1), "there must be 2 dice, not 1"),
        (lambda: chance(Round(1), (1,), (9,), 1), "faces from 1 to 6"),
        (lambda: result_law(Round(), (1, 2)), "there must be 3 dice, not 2"),
        (lambda: tokens((7, 7, 7)), "faces from 1 to 6"),
        (lambda: tokens((1, 2)), "there must be 3 dice, not 2"),
        (lambda: tokens(124), "dice are given by their faces"),
        (lambda: canonical((0, 1)), "the dice must show faces"),
        (lambda: canonical(("a",)), "the dice must show faces"),
        (lambda: canonical((1,), (1.5,)), "the dice must show faces"),
        (lambda: pure_strategies(Round(player="next"), (7, 7, 7)), "faces from 1 to 6"),
        (lambda: pure_strategies(Round(player="next"), (1, 2)), "there must be 3 dice, not 2"),
        (lambda: ratchet(Round(), (1, 2)), "there must be 3 dice, not 2"),
        (lambda: bernoulli(Round(), (1, 2, 9)), "faces from 1 to 6"),
        (lambda: aimed(Round(), (1, 2, 9)), "faces from 1 to 6"),
        (lambda: chances((1, 1, 2), 1, 2, True), "faces from 1 to 1"),
        (lambda: chances((1, 1, 2), 6, 10**9, True), "too many"),
        (lambda: failures(9, "first"), "one to three dice"),
        (lambda: chart(9, "first"), "one to three dice"),
    ],
)
def test_what_does_not_exist_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_order_of_the_dice_is_irrelevant():
    assert success(Round(), (4, 2, 1)) == success(Round(), "421") == success(Round(), 124) > 0
    assert result_law(Round(), (4, 2, 1)) == result_law(Round(), (1, 2, 4))
    assert tokens((4, 2, 1)) == tokens((1, 2, 4)) == 10
