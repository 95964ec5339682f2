"""The price of a subscription is agreed, so nobody asks to be told of a lower one; that a box is back can be asked."""

import pytest
from django.test import Client
from django.utils import timezone

from vintner.alerts.models import Alert
from vintner.alerts.tests.waiting import NOW, set_price, wait_for_price
from vintner.alerts.wines import wine_alerts
from vintner.alerts.wines.prices import send_due_price_drops
from vintner.catalogue.models import Product
from vintner.refusal import Refusal
from vintner.testing.builders import make_box_wine, make_plan, make_product, set_stock

pytestmark = pytest.mark.django_db


def choices(wine: Product) -> list[str]:
    return [each.subject.kind for each in wine_alerts.list_choices(wine, timezone.now())]


def test_only_a_restock_can_be_asked_of_a_wine_with_a_plan(client: Client) -> None:
    wine = make_box_wine(make_plan())
    assert Alert.Kind.PRICE_DROP not in choices(wine)
    with pytest.raises(Refusal):
        wine_alerts.choose(wine, Alert.Kind.PRICE_DROP, timezone.now())
    assert not client.get(wine.get_absolute_url(), headers={"accept": "application/json"}).json()["alerts"]
    set_stock(wine, 0)
    wine.refresh_from_db()
    assert choices(wine) == [Alert.Kind.RESTOCK]


def test_who_asked_before_the_wine_got_a_plan_is_told_of_no_price() -> None:
    wine = make_product(price="20.00")
    wait_for_price(wine)
    Product.objects.filter(pk=wine.pk).update(plan=make_plan())
    set_price(wine, 1000)
    assert send_due_price_drops(NOW) == 0
    Product.objects.filter(pk=wine.pk).update(plan=None)
    assert send_due_price_drops(NOW) == 1
