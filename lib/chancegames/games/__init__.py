"""The five games: rules, solvers, policies, and a kernel where speed needs one."""
