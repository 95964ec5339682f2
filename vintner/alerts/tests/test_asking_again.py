"""Asking again takes nothing away from those who confirmed, and gathers no bottles."""

import re
from datetime import timedelta
from functools import partial

import pytest
from django.test import Client
from django.utils import timezone

from vintner.alerts.alerts import AlertAddress, AlertSubject, AskedAlert, ask, confirm_alert, stop_alert
from vintner.alerts.models import Alert
from vintner.alerts.wines.restocks import send_due_restocks
from vintner.catalogue.models import Product, Variation
from vintner.orders import held_bottles
from vintner.orders.models import Email, HeldBottle
from vintner.testing.builders import make_product, make_variable_product, only_variation, set_stock
from vintner.testing.races import run_together

pytestmark = pytest.mark.django_db
NOW = timezone.now()
ADA = "ada@example.com"


def request_restock(variation: Variation, email: str = ADA, *, has_proven: bool = False) -> AskedAlert:
    subject = AlertSubject(Alert.Kind.RESTOCK, variation.product, variation)
    address = AlertAddress(email=email, user=None, has_proven=has_proven, network="somewhere")
    return ask(subject, address, timezone.now())


@pytest.fixture
def wine() -> Product:
    return make_product(stock=0)


def bottle_links() -> list[str]:
    found = Email.objects.filter(kind="alert_restock").order_by("pk")
    return [link.group(0) for email in found if (link := re.search(r"/alerts/bottle/\S+", email.text))]


@pytest.mark.parametrize("has_proven", [False, True])
def test_a_held_bottle_and_its_link_survive(client: Client, wine: Product, *, has_proven: bool) -> None:
    request_restock(only_variation(wine), has_proven=True)
    set_stock(wine, 1)
    send_due_restocks(timezone.now())
    assert not request_restock(only_variation(wine), has_proven=has_proven)
    alert = Alert.objects.get()
    assert alert.confirmed_at is not None
    assert alert.held_bottle is not None
    assert client.post(bottle_links()[0])["Location"] == "/cart/"


def test_an_alert_that_waits_stays_confirmed_and_gets_no_mail(wine: Product) -> None:
    request_restock(only_variation(wine), has_proven=True)
    before = Alert.objects.values().get()
    assert request_restock(only_variation(wine)) is AskedAlert.ALREADY_PERHAPS_CONFIRMED
    assert Alert.objects.values().get() == before
    assert not Email.objects.exists()


def test_what_ended_stays_as_it_was_until_the_new_request_is_confirmed(wine: Product) -> None:
    request_restock(only_variation(wine), has_proven=True)
    stop_alert(Alert.objects.get().pk, NOW)
    before = Alert.objects.values().get()
    request_restock(only_variation(wine))
    old, new = Alert.objects.order_by("pk")
    assert Alert.objects.values().get(pk=old.pk) == before
    assert (new.confirmed_at, confirm_alert(old.pk, NOW), confirm_alert(new.pk, NOW)) == (None, False, True)


def test_the_link_of_an_ended_alert_stops_what_was_asked_for_anew(wine: Product) -> None:
    request_restock(only_variation(wine), has_proven=True)
    Alert.objects.update(sent_at=NOW)
    request_restock(only_variation(wine), has_proven=True)
    request_restock(only_variation(wine), "eve@example.com")
    request_restock(only_variation(make_product(stock=0)))
    stop_alert(Alert.objects.earliest("pk").pk, NOW)
    assert [alert.stopped_at is None for alert in Alert.objects.order_by("pk")] == [False, False, True, True]


def test_a_bottle_that_nobody_took_ends_the_alert(wine: Product) -> None:
    request_restock(only_variation(wine), has_proven=True)
    set_stock(wine, 1)
    assert send_due_restocks(NOW) == 1
    HeldBottle.objects.update(expires_at=NOW)
    held_bottles.end_expired(NOW)
    assert send_due_restocks(NOW) == 0
    request_restock(only_variation(wine), has_proven=True)
    assert send_due_restocks(NOW) == 1


def test_an_address_is_offered_one_bottle_of_a_wine_at_a_time() -> None:
    wine = make_variable_product(prices={"2019": "20.00", "2018": "22.00"}, stock=0)
    first, second = Variation.objects.filter(product=wine).order_by("pk")
    for variation in (first, second):
        request_restock(variation, has_proven=True)
    set_stock(wine, 2)
    assert send_due_restocks(NOW) == 1
    assert send_due_restocks(NOW) == 0
    held_bottles.end_hold(HeldBottle.objects.get().pk, NOW)
    assert send_due_restocks(NOW) == 1


@pytest.mark.django_db(transaction=True)
def test_two_vintages_at_once_are_one_bottle() -> None:
    wine = make_variable_product(prices={"2019": "20.00", "2018": "22.00"}, stock=0)
    for variation in Variation.objects.filter(product=wine):
        request_restock(variation, has_proven=True)
    set_stock(wine, 2)
    run_together([partial(send_due_restocks, timezone.now()) for _ in range(4)])
    assert HeldBottle.objects.count() == 1


def test_a_cart_has_one_held_bottle_of_a_wine(client: Client, wine: Product) -> None:
    for email in (ADA, "eve@example.com"):
        request_restock(only_variation(wine), email, has_proven=True)
    set_stock(wine, 2)
    send_due_restocks(timezone.now())
    first, second = bottle_links()
    assert client.post(first)["Location"] == "/cart/"
    assert client.post(second)["Location"] == wine.get_absolute_url()
    assert HeldBottle.objects.filter(cart_id=None, ended_at=None, expires_at__gt=NOW + timedelta(hours=23)).exists()
    assert Client().post(second)["Location"] == "/cart/"
