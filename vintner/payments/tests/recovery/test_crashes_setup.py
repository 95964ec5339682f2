"""The program is killed while a card is added, or two requests meet: one card or none, here and at the provider."""

import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from vintner.customers.models import User
from vintner.payments import jobs
from vintner.payments.gateway import ProviderDown
from vintner.payments.models import CardSetup, ProviderCustomer, SavedMethod
from vintner.payments.saved_methods import setups
from vintner.payments.tests.cardholder import Cardholder
from vintner.payments.tests.killed import killed
from vintner.refusal import Refusal
from vintner.testing.builders import make_user
from vintner.testing.sandbox import VISA, Sandbox

pytestmark = pytest.mark.django_db(transaction=True)
POINTS = ("after_setup_is_begun", "after_setup_call", "before_setup_commit")
ADD = """
from django.utils import timezone
from vintner.customers.models import User
from vintner.payments.saved_methods import setups
setups.start_setup(setups.create_setup(User.objects.get(), "{card}", timezone.now()))
"""


def some_time_later() -> None:
    past = timezone.now() - timedelta(minutes=3)
    CardSetup.objects.update(changed_at=past, busy_until=None)


@pytest.mark.parametrize("point", POINTS)
def test_the_background_puts_it_right(sandbox: Sandbox, point: str) -> None:
    make_user()
    card = sandbox.card()
    killed(point, ADD.format(card=card), sandbox)
    some_time_later()
    for _ in range(2):
        jobs.reconcile_setups(0)
    reached = point != "after_setup_is_begun"
    assert CardSetup.objects.get().status == ("succeeded" if reached else "cancelled")
    assert [each.method_id for each in SavedMethod.objects.all()] == ([card] if reached else [])
    kept = [number for each in ProviderCustomer.objects.all() for number in sandbox.cards_of(each.customer_id)]
    assert kept == ([card] if reached else [])


@pytest.mark.parametrize("point", POINTS)
def test_the_customer_s_next_try_puts_it_right(sandbox: Sandbox, point: str) -> None:
    user = make_user()
    killed(point, ADD.format(card=sandbox.card()), sandbox)
    again = sandbox.card(VISA)  # the same card, entered anew
    with pytest.raises(Refusal):
        setups.create_setup(user, again, timezone.now())
    some_time_later()
    setups.start_setup(setups.create_setup(user, again, timezone.now()))
    some_time_later()
    jobs.reconcile_setups(0)
    kept = SavedMethod.objects.get()
    for number in sandbox.cards_of(kept.customer.customer_id):
        jobs.detach(number)
    assert sandbox.cards_of(kept.customer.customer_id) == [kept.method_id]


def test_requests_at_once_make_one_customer_one_attempt_and_one_card(sandbox: Sandbox) -> None:
    ana = Cardholder()
    cards = [sandbox.card() for _ in range(4)]
    ends: list[str] = []

    def add(card: str) -> None:
        try:
            ends.append(setups.start_setup(setups.create_setup(User.objects.get(), card, timezone.now())).setup.status)
        except Refusal as refusal:
            ends.append(refusal.code)
        except ProviderDown:
            ends.append("down")
        connection.close()

    threads = [threading.Thread(target=add, args=[card]) for card in (*cards, *cards)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ends.count("succeeded") >= 1
    assert set(ends) <= {"succeeded", "busy", "too_soon"}
    assert (CardSetup.objects.count(), len(sandbox.setups()), len(sandbox.customers())) == (1, 1, 1)
    assert len(ana.cards()) == 1
