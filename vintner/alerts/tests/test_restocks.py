"""Bottles that come back are offered in the order of asking, each to one who waits."""

import re
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from vintner.alerts import alert_emails, jobs
from vintner.alerts.models import Alert
from vintner.alerts.wines.restocks import send_due_restocks, take_bottle
from vintner.cart.carts import CartVisitor, quote_cart
from vintner.cart.merge_carts import merge
from vintner.cart.models import Cart, CartLine
from vintner.catalogue.models import Product, Variation
from vintner.orders import held_bottles
from vintner.orders.invariants import audit
from vintner.orders.models import Email, HeldBottle
from vintner.refusal import Refusal
from vintner.testing.builders import make_product, make_user, make_variable_product, only_variation, set_stock
from vintner.testing.races import run_together

pytestmark = pytest.mark.django_db
NOW = timezone.now()
LATER = NOW + timedelta(hours=25)


def wait_for(product: Product, count: int) -> None:
    """Let so many people wait for a wine; who asks later has the lower number."""
    variation = only_variation(product)
    Alert.objects.bulk_create(
        Alert(
            kind=Alert.Kind.RESTOCK,
            product=product,
            variation=variation,
            email=f"ada{number:03}@example.com",
            consent="yes",
            asked_at=NOW - timedelta(minutes=number),
            confirmed_at=NOW,
        )
        for number in range(count)
    )


def offered() -> list[str]:
    return list(Email.objects.filter(kind="alert_restock").order_by("to").values_list("to", flat=True))


def link_of(email: Email) -> str:
    found = re.search(r"/alerts/bottle/\S+", email.text)
    assert found
    return found.group(0)


def test_of_500_who_wait_for_12_bottles_the_first_12_are_mailed() -> None:
    wine = make_product(stock=0)
    wait_for(wine, 500)
    assert send_due_restocks(NOW) == 0
    set_stock(wine, 12)
    assert (send_due_restocks(NOW), send_due_restocks(NOW)) == (12, 0)
    assert offered() == [f"ada{number:03}@example.com" for number in range(488, 500)]
    assert only_variation(wine).reserved == 12
    assert audit() == []


def test_bottles_that_nobody_took_go_to_the_next_in_line() -> None:
    wine = make_product(stock=0)
    wait_for(wine, 5)
    set_stock(wine, 2)
    send_due_restocks(NOW)
    HeldBottle.objects.update(expires_at=NOW)
    held_bottles.end_expired(NOW)
    assert send_due_restocks(NOW) == 2
    assert offered() == ["ada001@example.com", "ada002@example.com", "ada003@example.com", "ada004@example.com"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("people", "bottles"), [(30, 7), (7, 30)])
def test_two_schedulers_at_once_offer_each_one_bottle(people: int, bottles: int) -> None:
    wine = make_product(stock=0)
    wait_for(wine, people)
    set_stock(wine, bottles)
    run_together([partial(send_due_restocks, NOW) for _ in range(4)])
    assert (len(offered()), len(set(offered())), only_variation(wine).reserved) == (7, 7, 7)


@pytest.mark.django_db(transaction=True)
def test_a_run_that_dies_has_offered_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    wine = make_product(stock=0)
    wait_for(wine, 3)
    set_stock(wine, 3)
    real, calls = alert_emails.queue_restock, list[str]()

    def die_at_the_second(alert: Alert, held: HeldBottle, token: str) -> None:
        calls.append(alert.email)
        if len(calls) == 2:
            raise KeyboardInterrupt
        real(alert, held, token)

    monkeypatch.setattr(alert_emails, "queue_restock", die_at_the_second)
    with pytest.raises(KeyboardInterrupt):
        send_due_restocks(NOW)
    assert (offered(), only_variation(wine).reserved) == ([], 0)
    monkeypatch.undo()
    assert send_due_restocks(NOW) == 3


def test_the_held_bottle_goes_into_the_cart_by_the_link_and_to_nobody_else(client: Client) -> None:
    wine = make_product(stock=0)
    wait_for(wine, 1)
    set_stock(wine, 1)
    jobs.send_due_restocks(0)
    email = Email.objects.get(kind="alert_restock")
    assert email.unsubscribe_url
    link = link_of(email)
    assert client.get(link).status_code == 200
    assert not CartLine.objects.exists()  # programs open links, people press buttons
    for _ in range(2):
        assert client.post(link)["Location"] == "/cart/"
    assert CartLine.objects.get().quantity == 1
    assert quote_cart(Cart.objects.get(), now=timezone.now()).problems == ()
    Client().post("/?wc-ajax=add_to_cart", {"product_id": wine.pk, "quantity": 1})
    assert CartLine.objects.count() == 1


def test_a_bottle_in_a_guests_cart_stays_held_for_the_account(client: Client) -> None:
    ada, wine = make_user("ada@example.com"), make_product(stock=0)
    mine = Cart.objects.create(user=ada)
    wait_for(wine, 1)
    set_stock(wine, 1)
    send_due_restocks(timezone.now())
    client.post(link_of(Email.objects.get(kind="alert_restock")))
    guests = Cart.objects.get(user=None)
    HeldBottle.objects.update(cart_id=mine.pk)  # as if an earlier browser had taken it
    merge(guests, ada, now=timezone.now())
    guests.refresh_from_db()
    assert quote_cart(guests, now=timezone.now()).problems == ()


def test_a_declined_bottle_and_one_whose_time_is_over_are_not_to_be_had(client: Client) -> None:
    wine = make_product(stock=0)
    wait_for(wine, 2)
    set_stock(wine, 2)
    send_due_restocks(timezone.now())
    first, second = (link_of(email) for email in Email.objects.filter(kind="alert_restock").order_by("to"))
    assert client.get(f"{first}decline/").status_code == 200
    assert only_variation(wine).reserved == 2
    assert client.post(f"{first}decline/").status_code == 200
    assert only_variation(wine).reserved == 1
    HeldBottle.objects.update(expires_at=timezone.now())
    for link in (first, second, f"{first}decline/", "/alerts/bottle/1:x/"):
        assert client.post(link).status_code == 404
    alert = Alert.objects.order_by("email").last()
    assert alert is not None
    with pytest.raises(Refusal):
        take_bottle(alert, CartVisitor(None, None), timezone.now())


def ask(client: Client, product: Product, about: str, email: str = "ada@example.com") -> tuple[int, Any]:
    headers = {"accept": "application/json"}
    answer = client.post(f"/alerts/wine/{product.pk}/", {"about": about, "email": email}, headers=headers)
    return answer.status_code, answer.json()


def test_a_sold_out_wine_is_asked_for(client: Client) -> None:
    wine = make_product(stock=0)
    page = client.get(wine.get_absolute_url(), headers={"accept": "application/json"}).json()
    assert page["alert_consent"]
    status, answer = ask(client, wine, "restock")
    assert (status, answer["heading"]) == (200, "Thank you!")
    alert = Alert.objects.get()
    assert (alert.kind, alert.variation, alert.consent) == ("restock", only_variation(wine), page["alert_consent"])
    assert ask(client, wine, "restock")[1]["heading"] == "You are on the list already"
    token = re.search(r"/alerts/confirm/\S+", Email.objects.latest("pk").text)
    assert token
    assert client.post(token.group(0)).status_code == 200
    set_stock(wine, 3)
    assert send_due_restocks(timezone.now()) == 1


def test_of_a_wine_with_vintages_one_is_asked_for(client: Client) -> None:
    wine = make_variable_product(prices={"2019": "20.00", "2018": "22.00"}, stock=0)
    status, answer = ask(client, wine, "restock")
    assert status == 400
    about, email = answer["fields"]
    assert (about["error"], email["value"]) == ("Please choose what we should tell you.", "ada@example.com")
    assert [option["label"] for option in about["options"][:2]] == ["2019 is back in stock", "2018 is back in stock"]
    newest = about["options"][0]["value"]
    assert ask(client, wine, newest)[0] == 200
    assert Alert.objects.get().variation == Variation.objects.get(product=wine, position=0)
    assert ask(client, wine, newest, "ada")[1]["fields"][1]["error"]


def test_a_wine_in_stock_hidden_or_unknown_is_not_asked_for(client: Client) -> None:
    for wine in (make_product(published=False, stock=0), make_product(stock=0, available_from=LATER)):
        assert ask(client, wine, "restock")[0] == 404
    assert client.get(f"/alerts/wine/{10**30}/").status_code == 404
    in_stock = make_product()
    assert ask(client, in_stock, "restock")[0] == 400
    assert ask(client, in_stock, "\x00")[0] == 400
    foreign = client.post(f"/alerts/wine/{in_stock.pk}/", headers={"origin": "https://evil.example"})
    assert foreign.status_code == 403
    assert not Alert.objects.exists()


def test_nobody_is_offered_a_wine_that_is_not_for_sale() -> None:
    for wine in (make_product(stock=0, published=False), make_product(stock=0, available_from=LATER)):
        wait_for(wine, 1)
        set_stock(wine, 5)
    assert send_due_restocks(NOW) == 0
