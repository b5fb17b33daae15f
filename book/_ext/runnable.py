"""Listings that run in the page: Python for the browser, and the package's own plain files.

Python itself is the npm package named in ``book/_static/run/python.lock.json``, fetched once by npm
when the book is built and checked against the checksum there.  Without npm or a network the book
is built all the same, without the buttons *Edit and run*, and says so in one line.
"""

import base64
import hashlib
import io
import json
import shutil
import subprocess
import tarfile
import tempfile
import zipfile
from pathlib import Path

from sphinx.util import logging

from chancegames.base.files import write_whole
from chancegames.base.paths import BUILD, ROOT

LOCK = ROOT / "book/_static/run/python.lock.json"
FILES = (
    "pyodide.mjs",
    "pyodide.asm.js",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
#: Files of the package that need nothing but the standard library: the models and what they use.
PLAIN = (
    "__init__.py",
    "base/__init__.py",
    "base/checks.py",
    "maths/__init__.py",
    "maths/dice.py",
    "maths/game.py",
    "maths/solution.py",
    "models/*.py",
)
#: A page loads nothing from another host; scripts of the theme stand in the page itself.  "file:"
#: is for who opens the book from a disk.
POLICY = (
    "default-src 'self' file:; script-src 'self' file: 'unsafe-inline' 'wasm-unsafe-eval'; "
    "worker-src 'self' file: blob:; "
    "style-src 'self' file: 'unsafe-inline'; img-src 'self' file: data:; "
    "font-src 'self' file: data:; object-src 'none'; base-uri 'none'; form-action 'self' file:"
)
log = logging.getLogger(__name__)


def vendored():
    """Folder with Python for the browser, fetched if it is not there yet; None if it cannot be."""
    lock = json.loads(LOCK.read_text(encoding="utf-8"))
    name = f"{lock['package']}-{lock['version']}"
    folder = BUILD / "vendor" / name
    if all((folder / file).is_file() for file in FILES):
        return folder
    npm = shutil.which("npm")
    if npm is None:
        log.info("no npm here: models are shown, but cannot be edited and run in the page")
        return None
    with tempfile.TemporaryDirectory() as place:
        asked = [npm, "pack", "--silent", f"{lock['package']}@{lock['version']}"]
        fetched = subprocess.run(asked, cwd=place, capture_output=True, timeout=300)
        packed = Path(place) / f"{name}.tgz"
        if fetched.returncode or not packed.is_file():
            log.info("npm did not fetch %s: models are shown, but cannot be run in the page", name)
            return None
        data = packed.read_bytes()
    found = "sha512-" + base64.b64encode(hashlib.sha512(data).digest()).decode()
    if found != lock["integrity"]:
        raise ValueError(f"{name} is not what {LOCK.name} names: its checksum is {found}")
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        for file in FILES:
            write_whole(folder / file, archive.extractfile(f"package/{file}").read())
    return folder


def library():
    """The package's plain files as a zip archive, the same for the same files."""
    package = ROOT / "lib/chancegames"
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(path for pattern in PLAIN for path in package.glob(pattern)):
            entry = zipfile.ZipInfo(path.relative_to(package.parent).as_posix())
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, path.read_bytes())
    return content.getvalue()


def prepare(app, config):
    """Have Python at hand before pages are written."""
    app.python_for_pages = vendored()


def add_script(app, pagename, templatename, context, doctree):
    """Load the buttons on pages that have a listing to run, and on no other."""
    if app.python_for_pages and 'class="runnable"' in context.get("body", ""):
        app.add_js_file("run/start.js")
        app.add_css_file("run/run.css")


def protect(app, pagename, templatename, context, doctree):
    """Let a page load nothing that did not come with the book."""
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />\n'
    context["metatags"] = policy + context.get("metatags", "")


def copy(app, exception):
    """Put Python and the library beside the pages."""
    if exception is not None or app.builder.format != "html" or not app.python_for_pages:
        return
    static = Path(app.outdir) / "_static"
    write_whole(static / "run/library.zip", library())
    for file in FILES:
        target = static / "pyodide" / file
        source = app.python_for_pages / file
        if not target.is_file() or target.stat().st_size != source.stat().st_size:
            write_whole(target, source.read_bytes())


def setup(app):
    """Register with Sphinx."""
    app.connect("config-inited", prepare)
    app.connect("html-page-context", add_script)
    app.connect("html-page-context", protect)
    app.connect("build-finished", copy)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
