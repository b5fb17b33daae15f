"""Run a reader's version of a model, or judge a reader's policy.

The same file runs in the page's worker and in the tests.  `run` puts edited definitions in the
place of the library's own, for this run only, then runs the lines that try them.  `judge` finds the
exact value of a policy, what it loses against the best, and where it errs most.
"""

import ast
import importlib
import io
import sys
import traceback
from collections.abc import Mapping
from contextlib import redirect_stdout
from fractions import Fraction
from numbers import Real

MOST_CHARACTERS = 20_000
MOST_ROWS = 500
VERBS = ("solve", "evaluate", "distribution", "simulate")


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


def judge(module, code, within=None):
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

    Returns
    -------
    dict
        As `run`.
    """
    return _told(lambda: _judged(module, code, within))


def _judged(module, code, within):
    space = _space([module], "")
    exec(compile(code, "<your code>", "exec"), space)
    for name in ("rules", "policy"):
        if name not in space:
            raise ValueError(f"define {name}; it is what is judged")
    game = importlib.import_module("chancegames.maths.game")
    rules, chosen = space["rules"], space["policy"]

    best = game.solve(rules)

    def policy(state):
        if best.nodes[state].minimise:  # an opponent, who plays as well as possible
            return best.policy(state)
        answer = chosen(state)
        return answer if isinstance(answer, Mapping) else {answer: 1}

    own = game.evaluate(rules, policy)
    loss = best.value - own.value
    print(f"Your player is worth {_number(own.value)}, the best one {_number(best.value)}.")
    print(f"You give away {_number(loss)}." if loss else "You give away nothing: best play!")
    if within is not None and loss > within:
        print(f"The goal here: give away {f'at most {within:g}' if within else 'nothing'}.")
    elif within is not None:
        print("Solved!")
    errors = {}
    for state, often in game.visits(rules, policy).items():
        node = best.nodes[state]
        if isinstance(node, game.Choice) and not node.minimise:
            played = policy(state)
            lost = sum(chance * best.regret(state, action) for action, chance in played.items())
            if lost * often:
                where = WORDS.get(module.rpartition(".")[2], str)(state)
                label = f"{where}: you play {_listed(played)}, best is "
                errors[label + _listed(best.policy(state))] = float(often * lost)
    if not errors:
        return None
    print("\nYour costliest mistakes, and what each costs the whole game:")
    costliest = sorted(errors.items(), key=lambda error: -error[1])[:5]
    return [[label, f"{lost:.4f}", lost] for label, lost in costliest]


def _dice(faces):
    return " ".join(map(str, faces)) or "no dice"


def _walk(state):
    seen = ", ".join(f"{path} is a {kind}" for path, kind in state.known) or "nothing"
    return f"{_count(state.moves, 'move')} and {_count(state.looks, 'look')} left, seen: {seen}"


def _count(number, word):
    return f"{number} {word}{'' if number == 1 else 's'}"


#: A state of each model in words.
WORDS = {
    "coins": lambda state: f"{_count(state[0], 'coin')}, {_count(state[1], 'point')} to go",
    "dice_battle": lambda state: f"you need {state[0]}, the other {state[1]}",
    "game421": lambda state: (
        f"after cast {state[0]}, kept {_dice(state[1])}, {_dice(state[2])} shown"
    ),
    "tree_solitaire": _walk,
    "yahtzee": lambda state: f"{_count(state.rerolls, 're-roll')} left, {_dice(state.dice)} shown",
}


def _number(value):
    exact = f"{value} ≈ " if isinstance(value, Fraction) and value.denominator > 1 else ""
    return f"{exact if len(exact) < 12 else ''}{float(value):.4f}"


def _listed(played):
    return " or ".join(_action(action) for action, chance in played.items() if chance)


def _action(action):
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
    if isinstance(problem, SyntaxError):
        where = f" (line {problem.lineno})"
        return f"{type(problem).__name__}: {problem.msg}{where}"
    frames = traceback.extract_tb(problem.__traceback__)
    own = [frame for frame in frames if frame.filename in ("<your code>", "<your lines>")]
    if own:
        place = "the model" if own[-1].filename == "<your code>" else "your lines"
        where = f" (line {own[-1].lineno} of {place})"
    return f"{type(problem).__name__}: {problem}{where}"
