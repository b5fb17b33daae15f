"""Chapters and how they are run.

=============  ==========================================================================
`chapters`     the executable chapters and their declared parameters
`execute`      one run of one chapter through papermill
`sweeps`       a chapter run at many points, on Dask; `grids` has the points, `points` the runs
`cache`        the outputs that the book shows: a run by the tests is the run in the book
`build`        the whole book
`print_form`   the rendered pages as one long page
`pdf`          that page printed, by the browser of `browser`
=============  ==========================================================================
"""
