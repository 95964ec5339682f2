"""A month of renewals, with all that subscribers, banks and dying workers do. A seed replays a failure."""

import pytest

from vintner.renewals.tests.month import Month
from vintner.testing.sandbox import Sandbox
from vintner.testing.store import open_store

SEEDS = (1, 2)


@pytest.mark.sweep
@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("seed", SEEDS)
def test_every_box_is_charged_once_after_its_notice(sandbox: Sandbox, seed: int) -> None:
    open_store()
    month = Month(sandbox, seed, subscribers=8, days=16).play()
    assert month.wrong == []
    assert month.happened["boxes paid"] > 0
