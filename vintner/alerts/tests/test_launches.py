"""Those who asked are told once."""

from datetime import datetime, timedelta
from functools import partial

import pytest
from django.utils import timezone
from pytest_django import Settings

from vintner.alerts import alert_emails, jobs, launches
from vintner.alerts.models import Alert
from vintner.catalogue import products
from vintner.catalogue.models import Product
from vintner.orders.models import Email, Order
from vintner.testing.builders import make_product
from vintner.testing.provider import GOOD, THREE_D_SECURE
from vintner.testing.races import run_together
from vintner.testing.shopper import Shopper

pytestmark = pytest.mark.django_db
NOW = timezone.now()


def make_alert(product: Product, email: str = "ada@example.com", *, confirmed: bool = True) -> Alert:
    return Alert.objects.create(
        product=product, email=email, consent="yes", asked_at=NOW, confirmed_at=NOW if confirmed else None
    )


def make_launched(**more: object) -> Product:
    """Make a wine that went on sale a second ago."""
    wine = make_product(available_from=NOW - timedelta(seconds=1), **more)  # type: ignore[arg-type]
    products.refresh_products([wine.pk], NOW)
    return wine


def told() -> list[str]:
    return list(Email.objects.filter(kind="alert_launch").order_by("to").values_list("to", flat=True))


def test_each_is_told_once_when_the_wine_is_on_sale() -> None:
    wine = make_launched()
    make_alert(wine)
    make_alert(wine, "eve@example.com")
    make_alert(wine, "unconfirmed@example.com", confirmed=False)
    stopped = make_alert(wine, "stopped@example.com")
    Alert.objects.filter(pk=stopped.pk).update(stopped_at=NOW)
    assert launches.send_due_alerts(NOW) == 2
    assert launches.send_due_alerts(NOW) == 0
    assert told() == ["ada@example.com", "eve@example.com"]
    assert Email.objects.filter(subject=f"{wine.name} is now available").count() == 2


def test_nobody_is_told_of_a_wine_that_is_not_on_sale_or_has_no_bottles() -> None:
    soon = make_product(available_from=NOW + timedelta(hours=1))
    products.refresh_products([soon.pk], NOW)
    for wine in (soon, make_launched(stock=0), make_launched(published=False)):
        make_alert(wine)
    assert launches.send_due_alerts(NOW) == 0


@pytest.mark.usefixtures("store", "provider")
@pytest.mark.parametrize("card", [GOOD, THREE_D_SECURE], ids=["paid", "being paid"])
def test_whoever_asked_hears_of_a_launch_that_is_over_within_the_minute(card: str) -> None:
    wine = make_product(stock=1, available_from=timezone.now() + timedelta(days=1))
    make_alert(wine)
    Product.objects.filter(pk=wine.pk).update(available_from=timezone.now())
    Shopper().puts(wine).pays(card)
    jobs.send_due_alerts(0)
    jobs.send_due_alerts(0)
    email = Email.objects.get(kind="alert_missed_launch")
    assert (email.to, email.subject) == ("ada@example.com", f"{wine.name} is sold out already")
    assert wine.get_absolute_url() in email.text
    assert told() == []


@pytest.mark.usefixtures("store", "provider")
@pytest.mark.parametrize(
    ("order", "launched"),
    [
        ({"placed_at": NOW - timedelta(days=400)}, NOW),
        ({"status": "cancelled"}, NOW),
        ({"email": "Ada@example.com"}, NOW),
        ({}, NOW - timedelta(days=8)),
    ],
    ids=["an order from before", "a canceled one", "their own", "a launch of last week"],
)
def test_nobody_is_told_of_bottles_that_were_not_missed(order: dict[str, object], launched: datetime) -> None:
    wine = make_product(stock=1)
    make_alert(wine)
    Shopper().puts(wine).pays()
    Order.objects.update(**order)
    Alert.objects.update(asked_at=launched - timedelta(days=1))
    Product.objects.filter(pk=wine.pk).update(available_from=launched, in_stock=False)
    jobs.send_due_alerts(0)
    assert not Email.objects.filter(kind="alert_missed_launch").exists()


@pytest.mark.django_db(transaction=True)
def test_two_schedulers_at_once_tell_each_once(settings: Settings) -> None:
    wine = make_launched()
    for number in range(30):
        make_alert(wine, f"ada{number}@example.com")
    run_together([partial(launches.send_due_alerts, NOW) for _ in range(4)])
    assert len(told()) == 30 == len(set(told()))


@pytest.mark.django_db(transaction=True)
def test_a_run_that_dies_has_told_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    wine = make_launched()
    make_alert(wine)
    make_alert(wine, "eve@example.com")
    real, calls = alert_emails.queue_launch, list[str]()

    def die_at_the_second(to: str, product: Product, token: str) -> None:
        calls.append(to)
        if len(calls) == 2:
            raise KeyboardInterrupt
        real(to, product, token)

    monkeypatch.setattr(alert_emails, "queue_launch", die_at_the_second)
    with pytest.raises(KeyboardInterrupt):
        launches.send_due_alerts(NOW)
    assert told() == []
    monkeypatch.undo()
    launches.send_due_alerts(NOW)
    assert told() == ["ada@example.com", "eve@example.com"]


def test_the_job_sees_a_launch_of_this_minute() -> None:
    wine = make_product(available_from=timezone.now() + timedelta(days=1))
    Product.objects.filter(pk=wine.pk).update(available_from=timezone.now() - timedelta(seconds=1), in_stock=False)
    make_alert(wine)
    jobs.send_due_alerts(0)
    assert told() == ["ada@example.com"]


def test_old_alerts_are_deleted() -> None:
    wine, year = make_launched(), timedelta(days=366)
    make_alert(wine, "sent@example.com")
    Alert.objects.update(sent_at=NOW - year)
    make_alert(wine, "waiting@example.com")
    forgotten = make_alert(wine, "forgotten@example.com", confirmed=False)
    Alert.objects.filter(pk=forgotten.pk).update(asked_at=NOW - timedelta(days=15))
    jobs.delete_old_alerts(0)
    assert [alert.email for alert in Alert.objects.all()] == ["waiting@example.com"]
