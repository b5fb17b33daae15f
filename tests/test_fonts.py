"""The fonts of the figures do not depend on what other projects have left behind."""

import json
import subprocess
import sys

CODE = """
from chancegames.show import figures
from matplotlib import get_cachedir, font_manager
import json
names = sorted({font.name for font in font_manager.fontManager.ttflist})
print(json.dumps([get_cachedir(), names]))
"""


def test_a_list_of_fonts_elsewhere_is_not_used(tmp_path, monkeypatch):
    """As one that lacks matplotlib's own fonts, without which formulas are not drawn."""
    from chancegames.base.paths import BUILD

    monkeypatch.delenv("MPLCONFIGDIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    ran = subprocess.run(
        [sys.executable, "-c", CODE], capture_output=True, text=True, check=True, timeout=300
    )
    folder, names = json.loads(ran.stdout)
    assert folder == str(BUILD / "matplotlib")
    assert "STIXGeneral" in names
    assert ran.stderr == ""
    assert not list(tmp_path.iterdir())
