"""What the sources print, how a computed value is held against it, and the known exceptions.

=============  =========================================================================
`claims`       the rows of ``data/published``
`numbers`      printed numbers: digits kept, damaged or elided parts recognised
`compare`      agreement of a computed value with a printed one, by kind of claim
`exceptions`   the rows of ``data/exceptions.csv``
`verdict`      the verdict as a function of all these
`judge`        the verdicts on all claims
=============  =========================================================================

Only the judge knows how anything is computed.
"""
