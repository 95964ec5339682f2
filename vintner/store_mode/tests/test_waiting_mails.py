"""E-mails about wines wait until the store is open, and so do bottles that are held."""

from datetime import timedelta

import pytest
from django.utils import timezone

from vintner.alerts import jobs
from vintner.alerts.models import Alert
from vintner.money import Money
from vintner.orders.held_bottles import end_expired, hold_bottle
from vintner.orders.models import Email
from vintner.store_mode.rules import Visibility
from vintner.store_mode.tests.modes import set_mode
from vintner.testing.builders import make_product, only_variation

pytestmark = pytest.mark.django_db
NOW = timezone.now()


def run_jobs() -> int:
    for job in (jobs.send_due_alerts, jobs.send_due_restocks, jobs.send_due_news):
        job(0)
    return Email.objects.count()


@pytest.mark.parametrize("visibility", [Visibility.CLOSED, Visibility.SHOP_CLOSED])
def test_emails_about_wines_wait_for_the_opening(visibility: Visibility) -> None:
    wine = make_product(price="20.00")
    bottle = only_variation(wine)
    about = {"product": wine, "email": "ada@example.com", "consent": "yes", "confirmed_at": NOW}
    Alert.objects.create(kind="launch", **about)
    Alert.objects.create(kind="restock", variation=bottle, **about)
    prices = {f"v{bottle.pk}": 3000}
    Alert.objects.create(kind="price_drop", price=Money(3000), prices=prices, **about)
    set_mode(visibility)
    assert run_jobs() == 0
    set_mode(Visibility.LIVE)
    assert run_jobs() == 3


def test_a_held_bottle_stays_held_until_a_day_after_the_opening() -> None:
    wine, now = make_product(), timezone.now()  # the job reads the clock
    held = hold_bottle(only_variation(wine).pk, now + timedelta(minutes=5))
    about = {"product": wine, "variation": only_variation(wine), "email": "ada@example.com", "consent": "yes"}
    Alert.objects.create(kind="restock", confirmed_at=now, sent_at=now, held_bottle=held, **about)
    jobs.send_due_restocks(0)
    assert held is not None
    held.refresh_from_db()
    assert held.expires_at == now + timedelta(minutes=5)
    set_mode(Visibility.SHOP_CLOSED)
    jobs.send_due_restocks(0)
    assert end_expired(now + timedelta(hours=23)) == 0
    assert end_expired(now + timedelta(hours=25)) == 1
