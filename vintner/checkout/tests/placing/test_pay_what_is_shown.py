"""An order that staff changes while its page is open is not charged before the shopper saw what it costs now (I10)."""

from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from vintner.catalogue.models import Product
from vintner.order_edits.tests.edit_form import change_order, choose_bottles
from vintner.order_pages.tests.pay_form import FIELDS, JSON, read_notices, read_page, send_form
from vintner.orders.models import Order
from vintner.orders.ownership import pay_link
from vintner.payments.attempts.pay_again import pay_again
from vintner.payments.attempts.payment_input import PaymentInput
from vintner.payments.models import OpenIntent, Payment
from vintner.payments.tests.attempts.intent_calls import bind_intent, open_intent, read_data, read_problem
from vintner.store_api.tests.buying import card, said
from vintner.testing.builders import make_product
from vintner.testing.provider import DECLINED, GOOD, ProviderDouble
from vintner.testing.shopper import Shopper, attempts, only_order

pytestmark = pytest.mark.usefixtures("store")
WORDS = "This order costs $53.63 now. Nothing was charged"
Pays = Callable[[Client, Order, dict[str, str]], str]


@pytest.fixture
def wine() -> Product:
    return make_product(price="20.00")


@pytest.fixture
def shopper(provider: ProviderDouble, wine: Product) -> Shopper:
    """A guest whose card was declined."""
    shopper = Shopper().puts(wine)
    shopper.pays(DECLINED)
    return shopper


def shown_total(client: Client, order: Order) -> str:
    """Return the total that the page sends back."""
    return str(read_page(client, order)["payment"]["amount"])  # type: ignore[index]


def test_it_is_refused_and_the_page_is_loaded_again(
    shopper: Shopper, staff: Client, provider: ProviderDouble, wine: Product
) -> None:
    shown = shown_total(shopper.client, only_order())
    assert change_order(staff, **choose_bottles(wine, 2)).status_code == 302
    order, before = only_order(), attempts(only_order())
    answer = send_form(shopper.client, order, shown_total=shown)
    assert (answer["result"], answer["reload"]) == ("failure", True)
    assert WORDS in str(answer["messages"])
    assert WORDS in read_notices(shopper.client, pay_link(order))
    assert (attempts(order), provider.ledger[order.pk]) == (before, [])
    assert send_form(shopper.client, order, shown_total=shown_total(shopper.client, order))["result"] == "success"
    assert provider.ledger[order.pk] == [order.total]


def test_without_javascript_too(shopper: Shopper, staff: Client, provider: ProviderDouble, wine: Product) -> None:
    known, shown = read_page(shopper.client, only_order())["csrf_token"], shown_total(shopper.client, only_order())
    change_order(staff, **choose_bottles(wine, 2))
    order = only_order()
    fields = {**FIELDS, "wc-stripe-payment-method": GOOD, "csrfmiddlewaretoken": known, "shown_total": shown}
    assert shopper.client.post(pay_link(order), fields).headers["Location"] == pay_link(order)
    assert WORDS in read_notices(shopper.client, pay_link(order))
    assert not provider.ledger[order.pk]


def test_who_says_no_total_is_charged_what_it_costs(
    shopper: Shopper, staff: Client, provider: ProviderDouble, wine: Product
) -> None:
    change_order(staff, **choose_bottles(wine, 2))
    assert send_form(shopper.client, only_order())["result"] == "success"
    assert provider.ledger[only_order().pk] == [only_order().total]


def test_by_the_store_api_too(shopper: Shopper, staff: Client, provider: ProviderDouble, wine: Product) -> None:
    change_order(staff, **choose_bottles(wine, 2))
    order = only_order()
    refused = by_the_api(shopper.client, order, {"shown_total": "3218"})
    assert '"woocommerce_rest_cart_total_changed"' in refused
    assert WORDS in refused
    assert '"reload": true' in refused
    assert not provider.ledger[order.pk]
    assert '"processing"' in by_the_api(shopper.client, order, {"shown_total": str(order.total.minor)})


def test_an_intent_opened_before_is_not_raised(
    shopper: Shopper, staff: Client, provider: ProviderDouble, wine: Product
) -> None:
    opened = read_data(open_intent(shopper, str(only_order().pk)))["id"]
    change_order(staff, **choose_bottles(wine, 2))
    order = only_order()
    assert WORDS in read_problem(bind_intent(shopper, order.pk, opened, "card"))
    assert provider.intents[opened].amount.minor == 3218
    assert not Payment.objects.filter(intent_id=opened).exists()
    assert OpenIntent.objects.get().ended_at is None
    anew = read_data(open_intent(shopper, str(order.pk)))["id"]
    bind_intent(shopper, order.pk, anew, "card")
    assert (anew != opened, provider.intents[anew].amount) == (True, order.total)
    assert Payment.objects.get(intent_id=anew).amount == order.total


def test_what_the_page_shows_counts_before_what_its_intent_was_opened_over(
    shopper: Shopper, staff: Client, wine: Product
) -> None:
    opened = read_data(open_intent(shopper, str(only_order().pk)))["id"]
    change_order(staff, **choose_bottles(wine, 2))
    payment_input = PaymentInput("", intent_id=opened)
    order = only_order()
    assert pay_again(order.pk, payment_input, timezone.now(), shown_total=order.total.minor).amount == order.total


def by_the_page(client: Client, order: Order, fields: dict[str, str]) -> str:
    return str(send_form(client, order, **fields)["messages"])


def by_the_api(client: Client, order: Order, fields: dict[str, str]) -> str:
    body = {"payment_method": "stripe", "payment_data": card(), "extensions": said(**fields)}
    path = f"/wp-json/wc/store/v1/checkout/{order.pk}?key={order.key}&billing_email={order.email}"
    nonce = client.get("/cart/", headers=JSON).json()["csrf_token"]
    response = client.post(path, body, "application/json", headers={"Nonce": nonce})
    return response.content.decode()


def by_an_intent(client: Client, order: Order, _fields: dict[str, str]) -> str:
    read_page(client, order)  # which lets it be paid
    return read_problem(open_intent(Shopper(client), str(order.pk)))


@pytest.mark.parametrize("pays", [by_the_page, by_the_api, by_an_intent])
def test_declined_cards_of_the_checkout_count_on_all_ways_to_the_provider(
    shopper: Shopper, provider: ProviderDouble, settings: Settings, pays: Pays
) -> None:
    settings.LIMITS = {**settings.LIMITS, "failed_payments": (2, 3600)}
    cache.clear()
    shopper.pays(DECLINED)
    shopper.pays(DECLINED)
    elsewhere = Client(enforce_csrf_checks=True, REMOTE_ADDR="192.0.2.7")
    assert "Too many payments were declined" in pays(elsewhere, only_order(), {})
    assert not provider.ledger[only_order().pk]
