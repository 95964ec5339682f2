"""The program is killed at every point of a wallet's order, and while money that no order can take goes back."""

from pathlib import Path
from typing import Final

from bench.bars import Bar
from bench.invariants.crashes import run_tests

TESTS: Final = "vintner/payments/tests/recovery/test_crashes_express.py"


def recover(folder: Path) -> list[Bar]:
    """Run the tests that kill the program; each looks for orphaned money and second charges afterwards."""
    passed = run_tests(folder, TESTS)
    good = sum(passed.values())
    return [
        Bar(
            says="Killed within a wallet's order or a return: nothing orphaned, nothing charged twice",
            measured=f"{good} of {len(passed)}",
            asked="all",
            is_met=0 < good == len(passed),
        )
    ]
