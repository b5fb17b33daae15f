"""Checks of input: each refuses in one sentence what a solver could only answer wrongly."""


def require_positive_integer(name: str, value: object) -> int:
    """Return `value` if it is an integer of at least 1.

    Parameters
    ----------
    name : str
        What the value is, for the message.
    value : object
        The value to check; booleans are not integers here.

    Returns
    -------
    int

    Raises
    ------
    ValueError
        If `value` is not an integer or is below 1.

    Examples
    --------
    >>> require_positive_integer("the number of dice", 3)
    3
    """
    is_integer = hasattr(value, "__index__") and not isinstance(value, bool)
    if not is_integer or value < 1:
        shown = value.item() if getattr(value, "ndim", None) == 0 else value
        raise ValueError(f"{name} must be an integer of at least 1, not {shown!r}")
    return int(value)
