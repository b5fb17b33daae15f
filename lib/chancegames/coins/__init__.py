"""The coins game: start with some coins, flip as many as you wish, win at a number of points."""
