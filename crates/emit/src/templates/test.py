§HEAD§
import pytest

import §MODULE§ as _module

_subject = _module.§FUNCTION§

# An answer beside NaN that stands for an error.
_ERRORS = [§ERRORS§]

# These say that the call itself is broken, so they are no way to reject an input.
_BROKEN = (AttributeError, ImportError, NameError, TypeError)

# Id, what is expected, inputs, ends of the oracle (lo and hi, between which all is acceptable, below and above,
# beyond which nothing is), and texts: inputs, what is acceptable, objectives.
CASES = [
§CASES§]


def _judge(expect, ends, y):
    """What is wrong with an answer; None if nothing is."""
    lo, hi, below, above = (float.fromhex(end) for end in ends)
    if expect == "reject":
        return None if y != y or y in _ERRORS else "it answered"
    if expect == "nothing":
        return "no double is acceptable for this input"
    if y != y:
        return "it did not answer"
    if lo <= y <= hi:
        return None
    if y <= below or above <= y:
        return "provably wrong"
    return "not proven: the oracle does not decide this answer"


def _ask(expect, ends, x):
    """What is wrong, if anything, and what came."""
    try:
        answer = _subject(*x)
    except _BROKEN:
        raise
    except Exception as error:
        why = None if expect == "reject" else "it raised an exception"
        return why, f"{type(error).__name__}: {error}"
    # A scalar of NumPy becomes a number of Python, which is compared exactly.
    y = answer.item() if hasattr(answer, "item") else answer
    why = _judge(expect, ends, y)
    return why, f"{y!r} ({float(y).hex()})" if why else ""


@pytest.mark.parametrize("case", CASES, ids=[case[0] for case in CASES])
def test_§BASE§(case):
    name, expect, x, ends, inputs, wanted, objectives = case
    why, got = _ask(expect, ends, [float.fromhex(value) for value in x])
    if why is not None:
        pytest.fail(
            f"{name}: FAILED: {why}\n"
            f"    inputs:     {inputs}\n"
            f"    got:        {got}\n"
            f"    acceptable: {wanted}\n"
            f"    objectives: {objectives}",
            pytrace=False,
        )
