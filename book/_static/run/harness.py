"""Run a reader's version of a model, or judge a reader's policy.

The same file runs in the page's worker and in the tests.  `run` puts edited definitions in the
place of the library's own, for this run only, then runs the lines that try them.  `judge` finds the
exact value of a policy, what it loses against the best, and where it errs most.
"""

import ast
import importlib
import io
import re
import sys
import traceback
from array import array
from collections.abc import Mapping
from contextlib import redirect_stdout
from fractions import Fraction
from math import floor, log10
from numbers import Real

MOST_CHARACTERS = 20_000
MOST_ROWS = 500
MOST_NAMED = 8
VERBS = ("solve", "evaluate", "distribution", "simulate", "FiniteGame", "keep_score")
#: How a value is told: times so much, plus so much, in this unit.
UNITS = {
    "games": (100, 0, "games in 100"),
    "rounds": (100, 0, "rounds in 100"),
    "sets": (100, 0, "sets in 100"),
    "races": (50, 50, "games in 100, a draw counting half"),
    "wins": (50, 50, "games in 100"),
    "points": (1, 0, "points"),
    "tokens": (1, 0, "tokens"),
    "stakes": (1, 0, "times what you hold"),
}
#: The unit of each model, unless an exercise names another.
UNIT_OF = {
    "dice_battle": "races",
    "game421": "tokens",
    "quiz": "stakes",
    "trial": "points",
    "yahtzee": "points",
}
#: What every card of Yahtzee is worth: the page fills it when an exercise asks for it.
CARDS = array("d")


def run(names, code, trial):
    """Run lines that try edited definitions.

    Parameters
    ----------
    names : list of str
        What `code` defines, such as "chancegames.models.coins.Rules.node".
    code : str
        Definitions, one after another.
    trial : str
        Lines that use them; the value of a last expression is shown.

    Returns
    -------
    dict
        "output" (what was printed), "rows" (a table, or None), "error" (a sentence, or None).
    """
    return _told(lambda: _shown(_value(trial, _space(names, code))))


def judge(module, code, within=None, unit=None, further="", task=""):
    """Judge a policy: its exact value, what it loses, and the states where it loses most.

    Parameters
    ----------
    module : str
        The model, such as "chancegames.models.coins".
    code : str
        Lines that define `rules` and a function `policy`, which answers a state with an action or
        with the probability of each.
    within : float, optional
        The exercise is solved if the policy loses no more than this.
    unit : str, optional
        A name of `UNITS`; that of the model if it is left out.
    further : str, optional
        What to try when the exercise is solved.
    task : str, optional
        The exercise's own lines; a policy for other rules is judged, and solves nothing.

    Returns
    -------
    dict
        As `run`.
    """
    unit = unit or UNIT_OF.get(module.rpartition(".")[2], "games")
    return _told(lambda: _judged(module, code, within, UNITS[unit], further, task))


def _judged(module, code, within, unit, further, task):
    space = _defined(module, code)
    value, best, rows, mixed = _weighed(module, space, unit)
    if within is not None and task and _stated(_defined(module, task)) != _stated(space):
        within = None
        print("(Not the rules of the exercise: there is no target.)")
    heading = "What beats it, if the other knows your mixture:"
    if not mixed:
        heading = "What your costliest mistakes cost (chance to get there, times what is lost):"
        if within is not None and best - value <= within + SLACK:
            heading = f"Still to gain. {heading}"
    _tell(value, best, within, unit, further)
    if rows:
        print(f"\n{heading}")
    return rows or None


def _defined(module, code):
    """What some lines define, `rules` and `policy` among them."""
    space = _space([module], "")
    exec(compile(code, "<your code>", "exec"), space)
    for name, kept in (("rules", "keep the line `rules = …`"), ("policy", "define policy")):
        if name not in space:
            raise ValueError(f"{kept}; it is what is judged")
    return space


def _stated(space):
    """The rules, as text without addresses in memory."""
    return re.sub(r" at 0x[0-9a-f]+", "", repr(space["rules"]))


def _weighed(module, space, unit):
    """Value of a policy, of the best, rows of what is amiss, and whether it is a mixture."""
    rules, chosen, model = space["rules"], space["policy"], module.rpartition(".")[2]
    if hasattr(rules, "answers"):
        return *_mixed(rules, _mixture(chosen(None)), unit), True
    words = space.get("words") or WORDS.get(model, str)
    return *_played(rules, chosen, words, ACTS.get(model, "play"), unit), False


def sentence(module, code, unit=None):
    """Tell in one sentence what a policy is worth, what the best one is, and what lies between.

    Returns
    -------
    words : str
        With two decimals or more; the end of a sentence about that policy.
    rows : list
        Its costliest mistakes, as `judge` tells them.
    """
    scale, even, name = UNITS[unit or UNIT_OF.get(module.rpartition(".")[2], "games")]
    value, best, rows, _ = _weighed(module, _defined(module, code), (scale, even, name))
    verb, of = ("wins", 100) if scale > 1 else ("is worth", 1)
    own, most, loss = even + scale * value, even + scale * best, scale * (best - value)
    if best - value <= SLACK:
        told = f"{float(most):,.2f}{_exactly(most, of)}"
        return f"{verb} {told} {name}, and gives away nothing.", rows
    mine, top, lost = _adding_up([float(number) for number in (own, most, loss)], _digits(loss))
    best_one = f"the best player {top}{_exactly(most, of)}"
    return f"{verb} {mine} {name}, {best_one}: it gives away {lost}.", rows


def _digits(loss):
    """How many decimals a loss needs to be seen."""
    return max(2, 1 - floor(log10(loss)))


def _tell(value, best, within, unit, further):
    """Print what a policy is worth, what it gives away, and whether that solves the exercise."""
    scale, even, name = unit
    verb, of = ("wins", 100) if scale > 1 else ("is worth", 1)
    own, most = even + scale * value, even + scale * best
    loss = best - value
    slack = SLACK if isinstance(loss, float) else 0
    digits = _digits(scale * loss) if loss > slack else 2
    told = _adding_up([float(number) for number in (own, most, scale * loss)], digits)
    print(f"Your player {verb} {told[0]} {name}{_exactly(own, of)};")
    print(f"the best one, {told[1]}{_exactly(most, of)}.")
    goal = (
        f"; the target was at most {scale * within:g}" if within and loss <= within + slack else ""
    )
    lost = f"You give away {told[2]}{goal}."
    print(lost if loss > slack else "You give away nothing: best play!")
    if within is None:
        return
    if loss > within + slack:
        goal = f"at most {scale * within:g}" if within else "nothing"
        print(f"Your target: give away {goal}.")
        return
    print("Solved!")
    if further:
        print(f"Next: {further}")


def _adding_up(numbers, least):
    """Write three numbers with one precision at which the third is the difference of the others."""
    for digits in range(least, least + 5):
        first, second, third = (round(number, digits) for number in numbers)
        if round(second - first, digits) == third:
            return [f"{number:,.{digits}f}" for number in (first, second, third)]
    return [f"{number:,.{least}f}" for number in numbers]


def _mixture(answer):
    return answer if isinstance(answer, Mapping) else {answer: 1}


class ForbiddenError(Exception):
    """A move that the rules do not allow, in a sentence."""


def _allowed(answer, actions, where):
    """The mixture that a policy answers with, if the rules allow all of it."""
    for action in answer if isinstance(answer, Mapping) else [answer]:
        if action not in actions:
            known = ", ".join(map(_written, actions[:MOST_NAMED]))
            more = len(actions) - MOST_NAMED
            known += f", and {more} more" if more > 0 else ""
            raise ForbiddenError(
                f"At “{where()}” your player answers {_written(action)}. The rules allow {known}."
            )
    return _mixture(answer)


def _written(action):
    """An action as a reader writes it in Python."""
    return f"Box.{action.name}" if hasattr(action, "label") else repr(action)[:80]


def _played(rules, chosen, words, act, unit):
    """Value of a policy, of the best, and a row for each of the policy's costliest mistakes."""
    game = importlib.import_module("chancegames.maths.game")
    best = game.solve(rules)
    answers = {}
    for state, node in reversed(best.nodes.items()):  # from the start of the game on
        if isinstance(node, game.Choice) and not node.minimise:
            answers[state] = _allowed(chosen(state), node.actions, lambda s=state: words(s))

    def policy(state):  # an opponent plays as well as possible
        return answers[state] if state in answers else best.policy(state)

    own = game.evaluate(rules, policy)
    errors = {}
    for state, often in game.visits(rules, policy).items():
        node = best.nodes[state]
        if not often or not isinstance(node, game.Choice) or node.minimise:
            continue
        played = policy(state)
        lost = often * sum(chance * best.regret(state, action) for action, chance in played.items())
        if lost > SLACK:
            boxes = act == "keep" and not any(isinstance(action, tuple) for action in played)
            does = "fill" if boxes else act
            label = f"{words(state)}: you {does} {_listed(played, act)}, best is "
            label += _listed(best.policy(state), act)
            errors[label] = errors.get(label, 0) + float(unit[0] * lost)
    costliest = sorted(errors.items(), key=lambda error: -error[1])[:5]
    told = [error for error in costliest if error[1] > costliest[0][1] / 100]
    rows = [[label, f"{lost:.2f}" if lost > 0.1 else f"{lost:.2g}", lost] for label, lost in told]
    return own.value, best.value, rows


def _mixed(rules, mixture, unit):
    """Value of a mixture that the other knows, of an even match, and a row for what beats it."""
    answers = rules.answers(mixture)
    scale, even, _ = unit
    beating = sorted((dice for dice in answers if answers[dice] > SLACK), key=answers.get)
    rows = [
        [
            f"{dice} dice win" if dice > 1 else "1 die wins",
            f"{float(even + scale * answers[dice]):.2f}",
            float(scale * answers[dice]),
        ]
        for dice in reversed(beating[-5:])
    ]
    return -max(answers.values()), 0, rows


def _dice(faces):
    return "\u00a0".join(map(str, faces)) or "no dice"


def _sheet(state):
    turn, so_far = state if len(state) == 2 else (state, None)
    before = f"{_count(so_far, 'point')} so far, " if so_far is not None else ""
    boxes = ", ".join(
        str(box) for box, held in enumerate(turn.card[0]) if held is None or held is False
    )
    left = _count(turn.rerolls, "re-roll")
    return f"{before}box {boxes} open, {left} left, {_dice(turn.dice)} shown"


def _walk(state):
    seen = ", ".join(f"{path} is a {kind}" for path, kind in state.known) or "nothing"
    left = f"{_count(state.moves, 'move')} and {_count(state.looks, 'look')} left"
    value = f"{float(state.value):.4g}"
    if isinstance(state.value, Fraction) and state.value.denominator < 100:
        value = state.value
    return f"value {value}, {left}, seen: {seen}"


def _count(number, word):
    return f"{number} {word}{'' if number == 1 else 's'}"


#: A state of each model in words.
WORDS = {
    "coins": lambda state: f"{_count(state[0], 'coin')}, {_count(state[1], 'point')} to go",
    "dice_battle": lambda state: f"you need {state[0]}, the other {state[1]}",
    "game421": lambda state: (
        f"after cast {state[0]}, kept {_dice(state[1])}, {_dice(state[2])} shown"
    ),
    "quiz": lambda state: f"after {_count(state[0], 'right answer')}",
    "small_yahtzee": _sheet,
    "tree_solitaire": _walk,
    "trial": lambda state: f"after {_count(state[0], 'duel')}, a lead of {state[1]}",
    "yahtzee": lambda state: f"{_count(state.rerolls, 're-roll')} left, {_dice(state.dice)} shown",
}
#: What a player does in a model, where there is a better word than to play.
ACTS = {
    "coins": "flip",
    "dice_battle": "roll",
    "game421": "keep",
    "small_yahtzee": "keep",
    "yahtzee": "keep",
}
#: What is lost below this is rounding.
SLACK = 1e-9


def _exactly(value, of):
    """The exact share behind a number, where it is short."""
    if not isinstance(value, Fraction) or value.denominator == 1:
        return ""
    exact = f" (exactly {value / of})"
    return exact if len(exact) < 18 else ""


def _listed(played, act):
    return " or ".join(_action(action, act) for action, chance in played.items() if chance)


def _action(action, act):
    if hasattr(action, "label"):  # a box of Yahtzee
        return action.label
    if isinstance(action, int) and act == "keep":  # a box of a small Yahtzee
        return f"box {action}"
    if isinstance(action, tuple) and all(isinstance(part, int) for part in action):
        return _dice(action)
    return " ".join(action) if isinstance(action, tuple) else str(action)


def _told(work):
    """Do some work; what it printed, the rows it returns, and what went wrong in one sentence."""
    for name in [name for name in sys.modules if name.startswith("chancegames.")]:
        del sys.modules[name]  # what an earlier run put there is forgotten
    printed = io.StringIO()
    rows = error = None
    try:
        with redirect_stdout(printed):
            rows = work()
    except RecursionError:
        error = "RecursionError: a function calls itself too often; does every game end?"
    except MemoryError:
        error = "MemoryError: this needs more memory than the page has."
    except BaseException as problem:  # whatever a reader's code raises is told in the page
        error = _sentence(problem)
    output = printed.getvalue()
    if len(output) > MOST_CHARACTERS:
        output = output[:MOST_CHARACTERS] + "\n… (cut)"
    return {"output": output, "rows": rows, "error": error}


def _space(names, code):
    """Names that the trial can use, with the edited definitions in their places."""
    module, space = None, {}
    for name in names:
        module, path = _module(name)
        if code:
            exec(compile(code, "<your code>", "exec"), vars(module))
        if len(path) == 2:  # a method
            owner, method = path
            setattr(vars(module)[owner], method, vars(module)[method])
        space |= vars(module)
    game = importlib.import_module("chancegames.maths.game")
    space |= {verb: getattr(game, verb) for verb in VERBS if verb not in vars(module)}
    if CARDS and "shelf" in space:
        space["worth"] = lambda card: CARDS[space["shelf"](card)]
    return space | {"Fraction": Fraction, "__name__": "__page__"}


def _module(name):
    """Module of a dotted name, and the rest of the name."""
    parts = name.split(".")
    for cut in range(len(parts), 0, -1):
        try:
            return importlib.import_module(".".join(parts[:cut])), parts[cut:]
        except ModuleNotFoundError:
            continue
    raise ValueError(f"there is no module for {name}")


def _value(trial, space):
    """Value of the last expression, after running the lines before it."""
    tree = ast.parse(trial, "<your lines>")
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "<your lines>", "exec"), space)
    if last is None:
        return None
    return eval(compile(ast.Expression(last.value), "<your lines>", "eval"), space)


def _shown(value):
    """Rows of a table for a mapping, else print the value."""
    if isinstance(value, Mapping) and value:
        rows = [
            [str(key), _entry(entry), float(entry) if isinstance(entry, Real) else None]
            for key, entry in value.items()
        ]
        return rows[:MOST_ROWS]
    if value is not None:
        print(value if isinstance(value, str | Fraction) else repr(value))
    return None


def _entry(value):
    """A number as a reader can take it in: an exact fraction of many digits is told rounded."""
    shown = str(value)
    return f"{float(value):.6g}" if isinstance(value, Fraction) and len(shown) > 15 else shown


def _sentence(problem):
    """Kind and message of an error, and the reader's own line where it happened."""
    where = ""
    if isinstance(problem, ForbiddenError):
        return str(problem)
    if isinstance(problem, SyntaxError):
        line = f": {problem.text.strip()}" if problem.text else ""
        return f"{type(problem).__name__}: {problem.msg} (line {problem.lineno}{line})"
    frames = traceback.extract_tb(problem.__traceback__)
    own = [frame for frame in frames if frame.filename in ("<your code>", "<your lines>")]
    if own:
        place = "the code" if own[-1].filename == "<your code>" else "your lines"
        where = f" (line {own[-1].lineno} of {place})"
    return f"{type(problem).__name__}: {problem}{where}"
