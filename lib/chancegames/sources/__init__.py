"""Which library call answers which claim: one module a source, one function a table.

A replication receives the parameters of a claim and returns a computed value.  It never sees
what the source printed: comparing is the ledger's business.
"""
