"""Tables for the pages that play: what the solvers know, packed for a browser.

`tables` is the container, the modules named after a game fill it, and `make` writes all of them.
The scripts in `book/_static/play` read them; they evaluate these tables and solve nothing that is
not compared with the library by a test.
"""
