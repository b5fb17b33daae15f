"""Python in the page: from the click on *Run* to the answer, first and second start.

    python benchmarks/bench_in_page.py [--repeats 5]

Needs a built book.  Each repeat is a browser profile of its own, so that its first start fetches
Python and its second, on a page opened anew, takes it from what the browser has kept.  The last
column is one more run on the same page.  What a server sends packed is counted for gzip.
"""

import argparse
import gzip
import statistics
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

from playwright.sync_api import BrowserContext, Page, sync_playwright

from chancegames.book.browser import QUIET, program
from chancegames.book.build import INDEX

PAGE = "notebooks/expected-value.html"


class _Silent(SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        """Keep no log."""


def answered(page: Page) -> float:
    """Seconds from the click on *Run* to the answer."""
    page.get_by_role("button", name="Run", exact=True).first.click()
    begun = time.perf_counter()
    while not page.evaluate(
        "document.querySelector('.bench .said').textContent.startsWith('Done')"
    ):
        page.wait_for_timeout(5)
    return time.perf_counter() - begun


def starts(profile: BrowserContext, address: str) -> list[float]:
    """Seconds of the first start, of the second, and of one more run."""
    taken = []
    for _ in range(2):
        page = profile.new_page()
        page.goto(f"{address}/{PAGE}")
        page.get_by_role("button", name="Edit and run").first.click()
        taken.append(answered(page))
        again = answered(page)
        page.wait_for_timeout(500)
        page.close()
    return [*taken, again]


def main() -> None:
    """Measure and print."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("--repeats", type=int, default=5)
    repeats = reader.parse_args().repeats
    files = [path.read_bytes() for path in INDEX.parent.glob("_static/pyodide/*")]
    packed = sum(len(gzip.compress(data)) for data in files)
    print(f"{sum(map(len, files)) / 1e6:.1f} MB of Python, {packed / 1e6:.1f} MB packed")
    handler = partial(_Silent, directory=str(INDEX.parent))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, sync_playwright() as player:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        chromium = player.chromium.launch(executable_path=program(), args=list(QUIET))
        rows = []
        for _ in range(repeats):
            with chromium.new_context() as profile:
                rows.append(starts(profile, f"http://127.0.0.1:{server.server_port}"))
        medians = [statistics.median(column) for column in zip(*rows, strict=True)]
        print("first start {:.2f} s, second {:.2f} s, one more run {:.2f} s".format(*medians))
        server.shutdown()


if __name__ == "__main__":
    main()
