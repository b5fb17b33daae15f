"""How long a reader with a slow phone waits until each page that plays can be acted on.

Run after `make book`: ``.venv/bin/python benchmarks/first_advice.py``.  A line of 1.6 Mbit/s with
150 ms to and fro, a processor four times slower, nothing cached; the server compresses texts with
gzip, as any host does.  Each page is opened three times; the middle time counts.
"""

import gzip
import statistics
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import sync_playwright

from chancegames.book.browser import QUIET, program
from chancegames.book.build import INDEX

#: What a reader waits for: a button of the game or a hand to cast, or the advice of the page.
PAGES = {
    "dice-battle.html": ".play-numbers button",
    "game421.html": ".play-die",
    "tree-solitaire.html": ".play-tree",
    "yahtzee.html": ".play-die",
    "dice-battle.html?show=advice": ".play-advice",
    "game421.html?show=advice": ".play-advice",
    "yahtzee.html?show=advice": ".play-advice",
    "yahtzee.html?show=advice&rules=free": ".play-advice",
}
LINE = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1.6e6 / 8,
    "uploadThroughput": 0.75e6 / 8,
}
SLOWER = 4
TIMES = 3


class Compressing(SimpleHTTPRequestHandler):
    """A file server that compresses texts and keeps no log."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        """Send a file."""
        path = Path(self.translate_path(self.path))
        if not path.is_file():
            return self.send_error(404)
        body = path.read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        if path.suffix in (".html", ".css", ".js", ".svg"):
            body = gzip.compress(body, 6)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        return self.wfile.write(body)

    def log_message(self, *args):
        """Say nothing."""


def seconds(browser, address, selector):
    """From the click on the link to what `selector` names on the screen."""
    profile = browser.new_context(viewport={"width": 390, "height": 844})
    page = profile.new_page()
    line = profile.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", LINE)
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(address, wait_until="commit")
    page.wait_for_selector(selector)
    waited = page.evaluate("performance.now()") / 1000
    profile.close()
    return waited


def main():
    """Print a line for each page."""
    handler = partial(Compressing, directory=str(INDEX.parent))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, sync_playwright() as player:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = player.chromium.launch(executable_path=program(), args=list(QUIET))
        for name, selector in PAGES.items():
            address = f"http://127.0.0.1:{server.server_port}/book/play/{name}"
            waits = [seconds(browser, address, selector) for _ in range(TIMES)]
            print(f"{name:36} {statistics.median(waits):5.1f} s")
        browser.close()
        server.shutdown()


if __name__ == "__main__":
    main()
