"""What an attack is: a function that tries, and is run twice, against the store as it is and without the guard."""

import inspect
import os
import sys
from collections.abc import Callable, Iterator
from typing import Final

import pytest
from django.conf import settings

Tries = Iterator[tuple[str, bool]]
"""What was tried, in words, and whether it got through."""
Record = Callable[[str, object], None]
Sabotage = Callable[[pytest.MonkeyPatch], None]
"""Takes a guard of the store away until the test ends."""

FULL: Final = os.environ.get("ATTACKS", "") == "full"
"""Whether the numbers of quality's table are wanted, as `make attacks` wants them; tests make do with few."""
RECORD: Final = "attack"


def many(few: int, full: int) -> int:
    """Return how often something is tried, in a test and by `make attacks`."""
    return full if FULL else few


def attack(*, without: Sabotage) -> Callable[[Callable[..., Tries]], Callable[..., None]]:
    """Make two tests of an attack. Against the store nothing may get through. Without the guard something has to:
    otherwise the attack is none, and that it was blocked says nothing.
    """

    def decorate(tries: Callable[..., Tries]) -> Callable[..., None]:
        def test(
            guarded: bool,
            record_property: Callable[[str, object], None],
            **given: object,
        ) -> None:
            # Undone before any fixture ends: a setting that a fixture changed would outlive its test otherwise.
            with pytest.MonkeyPatch.context() as patch:
                if not guarded:
                    without(patch)
                came = list(_until_through(tries(**given)) if not guarded else tries(**given))
            through = [name for name, got_through in came if got_through]
            record_property(RECORD, {"guarded": guarded, "run": len(came), "through": len(through)})
            assert came, "nothing was tried"
            if guarded:
                assert not through, f"got through: {through[:20]}"
            else:
                assert through, "nothing gets through without the guard either: this is no attack on it"

        twice = pytest.mark.parametrize(
            "guarded", [pytest.param(True, id="store"), pytest.param(False, id="sabotaged", marks=pytest.mark.sweep)]
        )
        tests: Callable[..., None] = twice(_dressed(test, tries))
        return tests

    return decorate


def _until_through(tries: Tries) -> Tries:
    """Try until something gets through: a control needs no more."""
    for name, got_through in tries:
        yield name, got_through
        if got_through:
            return


def _dressed(test: Callable[..., None], tries: Callable[..., Tries]) -> Callable[..., None]:
    """Give the test the name of the attack, its marks and the fixtures of both."""
    for name in ("__name__", "__qualname__", "__module__", "__doc__"):
        setattr(test, name, getattr(tries, name))
    own = [each for each in inspect.signature(test).parameters.values() if each.kind is not each.VAR_KEYWORD]
    asked = list(inspect.signature(tries).parameters.values())
    keyword = [each.replace(kind=each.KEYWORD_ONLY) for each in (*own, *asked)]
    test.__signature__ = inspect.Signature(keyword)  # type: ignore[attr-defined]  # pytest reads it
    test.pytestmark = list(getattr(tries, "pytestmark", []))  # type: ignore[attr-defined]
    return test


def replaced(target: str, by: object) -> Sabotage:
    """Return what puts something else in a guard's place."""
    return lambda patch: patch.setattr(target, by)


def replaced_everywhere(module: str, name: str, by: object) -> Sabotage:
    """Return what does so in all modules that have imported a function by its name."""

    def replace(patch: pytest.MonkeyPatch) -> None:
        guard = getattr(sys.modules[module], name)
        for each in [found for known, found in sys.modules.items() if known.startswith("vintner.")]:
            if vars(each).get(name) is guard:
                patch.setattr(each, name, by)

    return replace


def setting(**values: object) -> Sabotage:
    """Return what changes settings."""

    def change(patch: pytest.MonkeyPatch) -> None:
        for name, value in values.items():
            patch.setattr(settings, name, value)

    return change


def without_limits(*names: str) -> Sabotage:
    """Return what lifts rate limits."""

    def lift(patch: pytest.MonkeyPatch) -> None:
        patch.setattr(settings, "LIMITS", {**settings.LIMITS, **dict.fromkeys(names, (10**9, 3600))})

    return lift


def together(*sabotages: Sabotage) -> Sabotage:
    """Return what takes several guards away, where one stands behind another."""

    def sabotage(patch: pytest.MonkeyPatch) -> None:
        for each in sabotages:
            each(patch)

    return sabotage
