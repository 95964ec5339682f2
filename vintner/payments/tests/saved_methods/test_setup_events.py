"""News of a card that is being kept come twice at the same moment: by the webhook, and as the answer to the request."""

import threading

import pytest
from django.db import connection

from vintner import chaos
from vintner.payments.models import CardSetup
from vintner.payments.saved_methods import setups
from vintner.payments.tests.cardholder import Cardholder
from vintner.testing.sandbox import THREE_D_SECURE, Sandbox

BLOCKS = "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid)))"
MOST_LOOKS = 20_000
"""Each is a query; the request waits after a few dozen of them."""


@pytest.mark.django_db(transaction=True)
def test_the_request_that_waits_for_the_webhook_finds_its_attempt(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The webhook's job writes the intent's number down, which the request had looked for in vain a moment before."""
    written = threading.Event()

    def webhook() -> None:
        try:
            setups.refresh_setup(CardSetup.objects.get())
        finally:
            connection.close()

    job = threading.Thread(target=webhook)

    def meet(name: str) -> None:
        if name == "after_setup_call" and threading.current_thread() is not job:
            job.start()
            assert written.wait(20)
        if name == "before_setup_commit" and threading.current_thread() is job:
            written.set()
            assert any(_keeps_somebody_waiting() for _ in range(MOST_LOOKS))

    monkeypatch.setattr(chaos, "point", meet)
    answer = Cardholder().adds(sandbox.card(THREE_D_SECURE))
    job.join()
    assert (answer.problem, answer.data.get("status")) == ("", "requires_action")


def _keeps_somebody_waiting() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(BLOCKS)
        (waits,) = cursor.fetchone()
    return bool(waits)
