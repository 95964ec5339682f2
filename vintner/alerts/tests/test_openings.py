"""Asking to be told when the store opens."""

from functools import partial

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from vintner.alerts import launches
from vintner.alerts.alerts import AlertAddress, ask_for_opening, sign_alert
from vintner.alerts.models import Alert
from vintner.alerts.words import CONSENT
from vintner.money import Money
from vintner.orders.models import Email
from vintner.testing.builders import make_product
from vintner.testing.races import run_together

pytestmark = pytest.mark.django_db
NOW = timezone.now()


def ask(email: str = "ada@example.com", *, has_proven: bool = False) -> bool:
    return bool(ask_for_opening(AlertAddress(email=email, user=None, has_proven=has_proven, network="192.0.2.1"), NOW))


def test_an_address_asks_once_and_is_asked_to_confirm(client: Client) -> None:
    assert (ask(), ask()) == (True, False)
    alert = Alert.objects.get()
    assert (alert.kind, alert.product, alert.consent) == ("opening", None, CONSENT["opening"])
    assert str(alert) == "ada@example.com: Store opens"
    assert Email.objects.filter(subject="Please confirm: tell me when Vintner opens").exists()
    for name in ("confirm", "stop"):
        for send in (client.get, client.post):
            assert send(f"/alerts/{name}/{sign_alert(alert)}/").status_code == 200


def test_each_is_told_once_that_the_store_is_open() -> None:
    ask("proven@example.com", has_proven=True)
    ask("unconfirmed@example.com")
    assert launches.send_due_alerts(NOW) == 0
    assert launches.send_opening_alerts(NOW) == 1
    assert launches.send_opening_alerts(NOW) == 0
    assert Email.objects.get(kind="alert_opening").to == "proven@example.com"


@pytest.mark.django_db(transaction=True)
def test_the_same_address_many_times_at_once_is_on_the_list_once() -> None:
    run_together([partial(ask, has_proven=True) for _ in range(4)])
    assert Alert.objects.count() == 1


@pytest.mark.parametrize(
    ("kind", "about_wine"), [("opening", True), ("launch", False), ("restock", False), ("x", True)]
)
def test_the_database_refuses_an_alert_about_nothing(kind: str, about_wine: bool) -> None:
    product = make_product() if about_wine else None
    with pytest.raises(IntegrityError), transaction.atomic():
        Alert.objects.create(kind=kind, product=product, email="ada@example.com", consent="yes")


def test_a_wine_may_be_asked_about_in_several_ways() -> None:
    wine = make_product()
    Alert.objects.create(kind="launch", product=wine, email="ada@example.com", consent="yes")
    Alert.objects.create(kind="price_drop", product=wine, email="ada@example.com", consent="yes", price=Money(2000))
    with pytest.raises(IntegrityError), transaction.atomic():
        Alert.objects.create(kind="price_drop", product=wine, email="ada@example.com", consent="yes", price=Money(1))
