"""Wines that get cheaper, next vintages, and hearing of them once a week."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from zoneinfo import ZoneInfo

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from vintner.alerts import alert_emails, jobs
from vintner.alerts.alerts import sign_alert
from vintner.alerts.models import Alert, DigestReader
from vintner.alerts.tests.waiting import NOW, set_price, wait_for_price
from vintner.alerts.wines import news
from vintner.alerts.wines.prices import send_due_price_drops
from vintner.alerts.wines.vintages import send_due_vintages
from vintner.catalogue import products
from vintner.catalogue.models import Product, Variation
from vintner.money import Money
from vintner.orders.models import Email
from vintner.testing.builders import (
    make_producer,
    make_product,
    make_variable_product,
    make_variation,
    only_variation,
    set_stock,
)
from vintner.testing.races import run_together

pytestmark = pytest.mark.django_db


def wait_for_vintage(product: Product, vintage: int, email: str = "ada@example.com") -> Alert:
    return Alert.objects.create(
        kind="next_vintage", product=product, email=email, consent="yes", vintage=vintage, confirmed_at=NOW
    )


def subjects() -> list[str]:
    return list(Email.objects.order_by("pk").values_list("subject", flat=True))


@pytest.mark.parametrize(("price", "told"), [(1900, 1), (1901, 0), (2000, 0), (2500, 0), (500, 1)])
def test_a_price_has_to_fall_by_five_percent(price: int, told: int) -> None:
    wine = make_product(name="Lomba", price="20.00")
    wait_for_price(wine)
    set_price(wine, price)
    assert (send_due_price_drops(NOW), send_due_price_drops(NOW)) == (told, 0)
    assert subjects() == ["Lomba is cheaper"] * told


def test_a_drop_after_the_first_is_not_told() -> None:
    wine = make_product(price="20.00")
    wait_for_price(wine)
    set_price(wine, 1500)
    send_due_price_drops(NOW)
    set_price(wine, 1000)
    assert send_due_price_drops(NOW) == 0


def test_a_sale_that_begins_by_time_is_told() -> None:
    wine = make_product(price="20.00", sale_price="10.00", sale_starts_at=NOW + timedelta(hours=1))
    wait_for_price(wine)
    assert send_due_price_drops(NOW) == 0
    later = NOW + timedelta(hours=2)
    products.refresh_scheduled(NOW, later)
    assert send_due_price_drops(later) == 1


def test_nobody_is_told_of_the_price_of_what_cannot_be_bought() -> None:
    wine = make_variable_product(prices={"2019": "20.00", "2018": "30.00"})
    wait_for_price(wine)
    cheap = Variation.objects.get(product=wine, position=0)
    set_stock(cheap, 0)
    cheap.regular_price = Money(500)
    cheap.save()
    products.refresh_products([wine.pk], NOW)
    assert send_due_price_drops(NOW) == 0
    set_stock(cheap, 1)
    assert send_due_price_drops(NOW) == 1


def test_a_bottle_is_compared_with_its_own_price(client: Client) -> None:
    wine = make_variable_product(name="Lomba", prices={"2019": "36.00", "2018": "39.00"})
    cheap, dear = Variation.objects.filter(product=wine).order_by("position")
    set_stock(cheap, 0)
    fields = {"about": "price_drop", "email": "ada@example.com"}
    client.post(f"/alerts/wine/{wine.pk}/", fields)
    Alert.objects.update(confirmed_at=NOW)
    set_stock(cheap, 6)
    make_variation(wine, options={"Vintage": "2021"}, price="10.00")
    products.refresh_products([wine.pk], NOW)
    assert send_due_price_drops(NOW) == 0
    Variation.objects.filter(pk=dear.pk).update(regular_price=Money(3700))
    products.refresh_products([wine.pk], NOW)
    assert send_due_price_drops(NOW) == 1
    text = Email.objects.get(kind="alert_price_drop").text
    assert "Lomba (2018) costs $37.00 instead of $39.00." in " ".join(text.split())


@pytest.mark.django_db(transaction=True)
def test_two_schedulers_at_once_tell_each_once() -> None:
    wine = make_product(price="20.00")
    for number in range(20):
        wait_for_price(wine, f"ada{number}@example.com")
    set_price(wine, 1000)
    run_together([partial(send_due_price_drops, NOW) for _ in range(4)])
    assert Email.objects.count() == 20 == Email.objects.values("to").distinct().count()


@pytest.mark.django_db(transaction=True)
def test_a_run_that_dies_has_told_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    wine = make_product(price="20.00")
    for number in range(3):
        wait_for_price(wine, f"ada{number}@example.com")
    set_price(wine, 1000)
    real, calls = alert_emails.queue_news, list[object]()

    def die_at_the_second(alert: Alert, subject: str, text: str, path: str, token: str) -> None:
        calls.append(alert)
        if len(calls) == 2:
            raise KeyboardInterrupt
        real(alert, subject, text, path, token)

    monkeypatch.setattr(alert_emails, "queue_news", die_at_the_second)
    with pytest.raises(KeyboardInterrupt):
        send_due_price_drops(NOW)
    assert subjects() == []
    monkeypatch.undo()
    assert send_due_price_drops(NOW) == 3


def test_a_newer_vintage_of_the_same_product_is_told_once_it_can_be_bought() -> None:
    wine = make_variable_product(name="Lomba", prices={"2019": "20.00"})
    wait_for_vintage(wine, 2019)
    assert send_due_vintages(NOW) == 0
    newer = make_variation(wine, options={"Vintage": "2020"}, stock=0)
    make_variation(wine, options={"Vintage": "2018"})
    assert send_due_vintages(NOW) == 0
    set_stock(newer, 3)
    assert (send_due_vintages(NOW), send_due_vintages(NOW)) == (1, 0)
    assert subjects() == ["Lomba 2020 has arrived"]


def test_a_newer_vintage_may_be_a_product_of_its_own() -> None:
    maker, other = make_producer("Quinta da Lomba"), make_producer("Somebody else")
    wine = make_product(name="Lomba Tinto 2019", producer=maker, facts={"Vintage": "2019"})
    wait_for_vintage(wine, 2019)
    make_product(name="Lomba Branco 2020", producer=maker, facts={"Vintage": "2020"})
    make_product(name="Lomba Tinto 2020", producer=other, facts={"Vintage": "2020"})
    make_product(name="Lomba Tinto 2021", producer=maker, facts={"Vintage": "2021"}, published=False)
    assert send_due_vintages(NOW) == 0
    make_product(name="Lomba Tinto 2020", producer=maker, facts={"Vintage": "2020"})
    assert send_due_vintages(NOW) == 1
    assert subjects() == ["Lomba Tinto 2020 has arrived"]


def test_a_vintage_may_stand_in_the_name_alone() -> None:
    maker, grape = make_producer("Quinta da Lomba"), {"Grape": "Encruzado"}
    wait_for_vintage(make_product(name="Lomba 2019", producer=maker, facts=grape), 2019)
    assert send_due_vintages(NOW) == 0
    make_product(name="Lomba 2020", producer=maker, facts=grape)
    assert send_due_vintages(NOW) == 1
    assert subjects() == ["Lomba 2020 has arrived"]


def test_what_can_be_asked_of_a_wine_in_stock(client: Client) -> None:
    headers = {"accept": "application/json"}
    wine = make_variable_product(name="Lomba", prices={"2019": "20.00", "2018": "25.00"})
    set_stock(Variation.objects.get(product=wine, position=1), 0)
    page = client.get(f"/alerts/wine/{wine.pk}/?about=price_drop", headers=headers).json()
    about = page["fields"][0]
    assert [option["label"] for option in about["options"]] == [
        "2018 is back in stock",
        "One of its bottles (from $20.00) costs 5 % less than now",
        "The next vintage after 2019 arrives",
    ]
    assert about["value"] == "price_drop"
    for name in ("price_drop", "next_vintage"):
        sent = client.post(f"/alerts/wine/{wine.pk}/", {"about": name, "email": "ada@example.com"}, headers=headers)
        assert sent.json()["heading"] == "Thank you!"
    alerts = Alert.objects.order_by("kind")
    assert [(alert.kind, alert.price, alert.vintage) for alert in alerts] == [
        ("next_vintage", None, 2019),
        ("price_drop", Money(2500), None),
    ]


@pytest.mark.parametrize("kind", ["price_drop", "next_vintage"])
def test_the_database_refuses_an_alert_without_what_it_is_compared_with(kind: str) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Alert.objects.create(kind=kind, product=make_product(), email="ada@example.com", consent="yes")


MONDAY = datetime(2026, 11, 23, 7, tzinfo=ZoneInfo("America/Los_Angeles"))


@pytest.mark.parametrize(
    ("now", "last"),
    [
        (MONDAY, MONDAY),
        (MONDAY - timedelta(seconds=1), MONDAY - timedelta(days=7)),
        (MONDAY + timedelta(days=6), MONDAY),
    ],
)
def test_a_digest_is_of_monday_at_seven(now: datetime, last: datetime, settings: Settings) -> None:
    with timezone.override(ZoneInfo("America/Los_Angeles")):
        assert news.find_last_digest(now) == last


def test_who_chose_so_is_told_of_all_in_one_email_on_monday(client: Client) -> None:
    wine, other = make_product(name="Lomba", price="20.00"), make_product(name="Perez", price="20.00")
    alert = wait_for_price(wine)
    wait_for_price(other)
    token = sign_alert(alert)
    assert client.get(f"/alerts/weekly/{token}/").status_code == 200
    assert not DigestReader.objects.exists()
    for _ in range(2):
        assert client.post(f"/alerts/weekly/{token}/").status_code == 200
    assert DigestReader.objects.get().email == "ada@example.com"
    for each in (wine, other):
        set_price(each, 1000)
    assert [send_due_price_drops(MONDAY) for _ in range(2)] == [2, 0]
    assert subjects() == []
    next_monday = MONDAY + timedelta(days=7)
    assert [news.send_due_digests(next_monday) for _ in range(2)] == [1, 0]
    [email] = Email.objects.all()
    assert email.subject == "News of 2 wines at Vintner"
    assert "Lomba costs $10.00 instead of $20.00." in email.text
    assert wine.get_absolute_url() in email.html
    assert email.unsubscribe_url.endswith("/all/")
    assert client.post(f"/alerts/at-once/{token}/").status_code == 200
    assert not DigestReader.objects.exists()


def test_a_digest_is_not_sent_before_its_monday() -> None:
    alert = wait_for_price(make_product())
    Alert.objects.filter(pk=alert.pk).update(happened_at=MONDAY + timedelta(minutes=1), news="Cheaper.")
    assert news.send_due_digests(MONDAY + timedelta(days=6)) == 0
    assert news.send_due_digests(MONDAY + timedelta(days=8)) == 1


@pytest.mark.django_db(transaction=True)
def test_two_schedulers_at_once_send_one_digest() -> None:
    alert = wait_for_price(make_product())
    Alert.objects.filter(pk=alert.pk).update(happened_at=MONDAY, news="Cheaper.")
    run_together([partial(news.send_due_digests, MONDAY) for _ in range(4)])
    assert Email.objects.count() == 1


def test_one_press_ends_all_alerts_of_an_address(client: Client) -> None:
    alert = wait_for_price(make_product())
    wait_for_vintage(make_product(), 2019)
    hers = wait_for_price(make_product(), "eve@example.com")
    news.choose_digest(alert.email, NOW, wanted=True)
    link = f"/alerts/stop/{sign_alert(alert)}/all/"
    assert client.get(link).status_code == 200
    assert Client(enforce_csrf_checks=True).post(link, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert list(Alert.objects.filter(stopped_at=None)) == [hers]
    assert not DigestReader.objects.exists()
    for path in (f"/alerts/stop/{alert.pk}:x/all/", f"/alerts/weekly/{alert.pk}:x/"):
        assert client.post(path).status_code == 404


def test_the_job_tells_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    wine = make_product(price="20.00")
    wait_for_price(wine)
    set_price(wine, 1000)
    jobs.send_due_news(0)
    assert len(subjects()) == 1


SENDERS: list[Callable[[datetime], int]] = [send_due_price_drops, send_due_vintages, news.send_due_digests]


@pytest.mark.parametrize("send", SENDERS)
def test_nothing_is_told_where_nobody_waits(send: Callable[[datetime], int]) -> None:
    only_variation(make_product())
    assert send(NOW) == 0
