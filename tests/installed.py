"""What an installed wheel must do, run by `make dist` away from the checkout."""

import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import chancegames
from chancegames import coins

assert "site-packages" in str(chancegames.__file__), "this is not the installed package"
assert (Path(chancegames.__file__).parent / "py.typed").is_file()
assert coins.solve(coins.Rules(coins=3, points=4)).value == Fraction(25, 64)

command = Path(sys.executable).with_name("chancegames")
help_ = subprocess.run([command, "--help"], capture_output=True, text=True, check=True)
assert "Playing against Providence" in help_.stdout
refused = subprocess.run([command, "ledger"], capture_output=True, text=True)
assert refused.returncode == 2, refused
assert refused.stderr.count("\n") <= 2, refused.stderr
assert "the folder of the book" in refused.stderr
print("the wheel works away from the book")
