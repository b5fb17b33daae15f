"""Run a reader's version of a model: the same file in the page's worker and in the tests.

`run` puts edited definitions in the place of the library's own, for this run only, then runs the
lines that try them.
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
    for name in [name for name in sys.modules if name.startswith("chancegames.")]:
        del sys.modules[name]  # what an earlier run put there is forgotten
    printed = io.StringIO()
    rows = error = None
    try:
        with redirect_stdout(printed):
            space = _space(names, code)
            rows = _shown(_value(trial, space))
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
    for cut in range(len(parts) - 1, 0, -1):
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
            [str(key), str(entry), float(entry) if isinstance(entry, Real) else None]
            for key, entry in value.items()
        ]
        return rows[:MOST_ROWS]
    if value is not None:
        print(value if isinstance(value, str | Fraction) else repr(value))
    return None


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
