"""What the page says the cart costs is what the order costs, whatever promotions ask about who buys."""

import re
from decimal import Decimal
from urllib.parse import urlencode

import pytest
from django.db.models import F
from django.utils import timezone
from pytest_django import Settings

from vintner.cart import carts
from vintner.cart.models import Cart, CartLine
from vintner.cart.saved.ordered_lines import remove_ordered_lines
from vintner.checkout.tests.facts import SAID, half_price
from vintner.money import ZERO
from vintner.pricing.models import Tier
from vintner.testing.builders import make_product, make_user
from vintner.testing.provider import DECLINED, ProviderDouble
from vintner.testing.shopper import FORM, Shopper, only_order
from vintner.web.answers import SECTIONS

pytestmark = pytest.mark.usefixtures("store")
JSON = {"Accept": "application/json"}
FULL, HALF = 3218, 2146
"""One bottle at $20.00 with delivery and tax, in cents; the same at half price."""
PARCEL = {
    "ship_to_different_address": "1",
    **{name.replace("billing", "shipping"): value for name, value in FORM.items() if name.startswith("billing_")},
}
facts = pytest.mark.parametrize("fact", SAID)


@pytest.fixture(autouse=True)
def _two_ways_to_pay(settings: Settings) -> None:
    settings.PAYMENT_TYPES = ["card", "link"]


def page(shopper: Shopper, path: str = "/checkout/") -> tuple[int, str]:
    """Return the total that the page shows, and the way to pay that is chosen on it."""
    props = shopper.client.get(path, headers=JSON).json()
    return props["review"]["shown_total"], props["payment"]["chosen"]


def review(shopper: Shopper, **typed: str) -> int:
    """Return the total that the review shows for a form in which so much is typed."""
    form = {**FORM, **PARCEL, **typed}
    named = ("country", "state", "postcode", "city")
    places = {name: form[f"billing_{name}"] for name in named} | {
        f"s_{name}": form[f"shipping_{name}"] for name in named
    }
    sent = {"security": shopper.token(), "payment_method": form["payment_method"], **places}
    fields = {**sent, "post_data": urlencode(form)}
    answer = shopper.client.post("/?wc-ajax=update_order_review", fields, headers={"Accept": SECTIONS}).json()
    found = re.search(r'"shown_total":(\d+)', "".join(answer["fragments"].values()))
    assert found
    return int(found[1])


@facts
def test_the_order_costs_what_the_review_said_and_is_placed_at_once(provider: ProviderDouble, fact: str) -> None:
    half_price(fact)
    shopper = Shopper().puts(make_product(price="20.00"))
    assert review(shopper) == FULL
    assert review(shopper, **SAID[fact]) == HALF
    answer = shopper.pays(**PARCEL, **SAID[fact], shown_total=str(HALF))
    assert answer.result == "success", answer.messages
    assert provider.ledger == {only_order().pk: [only_order().total]}
    assert only_order().total.minor == HALF


@facts
def test_said_otherwise_in_the_end_it_costs_what_that_review_said(provider: ProviderDouble, fact: str) -> None:
    half_price(fact)
    shopper = Shopper().puts(make_product(price="20.00"))
    assert review(shopper, **SAID[fact]) == HALF
    assert review(shopper) == FULL
    assert shopper.pays(**PARCEL, shown_total=str(FULL)).result == "success"
    assert only_order().total.minor == FULL


@facts
def test_the_page_opened_again_shows_what_was_said_before(fact: str) -> None:
    half_price(fact)
    shopper = Shopper().puts(make_product(price="20.00"))
    review(shopper, **SAID[fact])
    method = SAID[fact].get("payment_method", "stripe")
    if fact != "billing_city":  # the form of a cart without an order starts with where the parcel goes
        assert page(shopper) == page(shopper, "/checkout/block/") == (HALF, method)


@facts
def test_a_total_that_was_not_shown_is_refused_once(provider: ProviderDouble, fact: str) -> None:
    half_price(fact)
    shopper = Shopper().puts(make_product(price="20.00"))
    refused = shopper.pays(**PARCEL, **SAID[fact], shown_total=str(FULL))
    assert (refused.result, refused.refresh) == ("failure", True)
    assert "The total is $21.46 now." in refused.messages
    assert review(shopper, **SAID[fact]) == HALF
    assert shopper.pays(**PARCEL, **SAID[fact], shown_total=str(HALF)).result == "success"


@facts
def test_without_javascript_the_page_that_comes_back_shows_it(provider: ProviderDouble, fact: str) -> None:
    half_price(fact)
    shopper = Shopper().puts(make_product(price="20.00"))
    fields = {**FORM, **PARCEL, **SAID[fact], "csrfmiddlewaretoken": shopper.token(), "coupon_code": "nosuch"}
    shown = shopper.client.post("/checkout/", fields, headers=JSON).json()
    assert shown["review"]["shown_total"] == HALF
    assert shown["payment"]["chosen"] == SAID[fact].get("payment_method", "stripe")


def test_what_the_form_starts_with_counts_from_the_start(provider: ProviderDouble) -> None:
    half_price("billing_city")
    shopper = Shopper()
    shopper.client.force_login(make_user())
    shopper.puts(make_product(price="20.00")).pays(**PARCEL, **SAID["billing_city"])
    shopper.puts(make_product(price="20.00"))
    Cart.objects.update(billing_city="")
    assert page(shopper) == (HALF, "stripe")
    Cart.objects.update(billing_city="")
    assert page(shopper, "/checkout/block/") == (HALF, "stripe")


def test_a_declined_order_is_gone_on_with_at_its_price(provider: ProviderDouble) -> None:
    half_price("payment_method")
    shopper = Shopper().puts(make_product(price="20.00"))
    shopper.pays(DECLINED, **SAID["payment_method"])
    assert page(shopper) == (HALF, "stripe_link")
    assert shopper.pays(**SAID["payment_method"], shown_total=str(HALF)).result == "success"
    assert only_order().total.minor == HALF


@pytest.mark.parametrize("left", [0, 1])
def test_after_an_order_the_way_to_pay_is_chosen_anew(provider: ProviderDouble, left: int) -> None:
    shopper = Shopper().puts(make_product(price="20.00"))
    shopper.pays(DECLINED, **SAID["payment_method"])
    assert page(shopper) == (FULL, "stripe_link")
    CartLine.objects.update(quantity=F("quantity") + left)
    remove_ordered_lines(only_order())
    if not left:
        shopper.puts(make_product(price="20.00"))
    assert page(shopper)[1] == page(shopper, "/checkout/block/")[1] == "stripe"


@pytest.mark.parametrize("code", ["stripe_ideal", "cheque", "stripe\u00e9", "x" * 99])
def test_a_way_to_pay_that_there_is_not_is_not_kept(code: str) -> None:
    shopper = Shopper().puts(make_product())
    review(shopper, payment_method=code)
    assert shopper.cart.payment_method == ""
    assert page(shopper) == (FULL, "stripe")


@pytest.mark.parametrize(
    ("types", "chosen"),
    [(["card", "link"], "stripe"), (["link", "card"], "stripe"), (["link", "alipay"], "stripe_link")],
)
def test_until_one_is_chosen_it_costs_what_it_does_by_the_one_chosen_beforehand(
    settings: Settings, types: list[str], chosen: str
) -> None:
    settings.PAYMENT_TYPES = types
    half_price("payment_method", chosen)
    shopper = Shopper().puts(make_product(price="20.00"))
    assert page(shopper) == page(shopper, "/checkout/block/") == (HALF, chosen)
    assert carts.quote_cart(shopper.cart, now=timezone.now()).quote.total.minor == HALF


def test_what_costs_nothing_by_one_way_to_pay_is_placed_so(provider: ProviderDouble) -> None:
    half_price("payment_method")
    Tier.objects.filter(promotion__title="Half price").update(value=Decimal(100))
    shopper = Shopper().puts(make_product(price="20.00", virtual=True, alcoholic=False))
    assert review(shopper, **SAID["payment_method"]) == 0
    fields = {name: value for name, value in FORM.items() if name != "payment_method"}  # the page has none to choose
    answer = shopper.call("checkout", **fields, csrfmiddlewaretoken=shopper.token(), shown_total="0")
    assert answer["result"] == "success", answer
    assert (only_order().status, only_order().total, provider.calls) == ("processing", ZERO, [])
