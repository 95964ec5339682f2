"""A total below what the card service charges is told where it is seen, and no way to pay is offered for it."""

from decimal import Decimal
from typing import Any

import pytest

from vintner.express.models import ExpressSettings
from vintner.orders.models import Order
from vintner.pricing.models import Coupon
from vintner.shipping.models import Method
from vintner.testing.builders import make_product
from vintner.testing.shopper import FORM, Shopper
from vintner.web.catalogue_version import forget_version

pytestmark = pytest.mark.usefixtures("store", "provider")
CHECKOUTS = ("/checkout/classic/", "/checkout/block/")
HERE = {"country": "US", "state": "CA", "postcode": "94110", "city": "San Francisco"}
ADD = "Payments start at $0.50, and your total is {total}. Please add something to your cart."


def pick_up(price: str) -> Shopper:
    """Return a shopper whose order costs nothing for delivery; of wine of this price."""
    shopper = Shopper().puts(make_product(price=price))
    rate = f"local_pickup:{Method.objects.get(kind='local_pickup').pk}"
    shopper.call("update_order_review", security=shopper.token(), **{"shipping_method[0]": rate}, **HERE)
    return shopper


def page_of(shopper: Shopper, path: str) -> dict[str, Any]:
    found: dict[str, Any] = shopper.client.get(path, headers={"Accept": "application/json"}).json()
    return found


def test_the_cart_says_it_below_the_total() -> None:
    contents = page_of(pick_up("0.30"), "/cart/")["contents"]
    assert contents["total_problem"] == ADD.format(total=contents["total"])


@pytest.mark.parametrize(("price", "offers_wallets"), [("0.30", False), ("0.50", True)])
def test_express_buttons_are_offered_for_what_can_be_paid(price: str, *, offers_wallets: bool) -> None:
    ExpressSettings.objects.create()
    forget_version()
    shopper = pick_up(price)
    for path in ("/cart/", *CHECKOUTS):
        assert (page_of(shopper, path)["express"] is not None) == offers_wallets


@pytest.mark.parametrize("path", CHECKOUTS)
def test_the_checkout_offers_no_way_to_pay_and_says_why(path: str) -> None:
    page = page_of(pick_up("0.30"), path)
    assert page["payment"]["methods"] == []
    assert page["payment"]["problem"] == ADD.format(total=page["review"]["total"])


@pytest.mark.parametrize("price", ["0.50", "0.00"])
def test_what_can_be_paid_or_is_free_is_not_kept_from_anybody(price: str) -> None:
    shopper = pick_up(price)
    assert page_of(shopper, "/cart/")["contents"]["total_problem"] == ""
    payment = page_of(shopper, CHECKOUTS[0])["payment"]
    assert (payment["problem"], bool(payment["methods"])) == ("", price != "0.00")


def test_a_delivery_that_costs_something_makes_the_total_large_enough() -> None:
    assert page_of(Shopper().puts(make_product(price="0.20")), "/cart/")["contents"]["total_problem"] == ""


def test_where_nothing_is_delivered_that_is_told_alone() -> None:
    Method.objects.all().delete()
    forget_version()
    contents = page_of(Shopper().puts(make_product(price="0.30")), "/cart/")["contents"]
    assert (contents["total_problem"], bool(contents["shipping_problem"])) == ("", True)


def test_whoever_used_a_coupon_may_also_take_it_off() -> None:
    Coupon.objects.create(code="nearly", kind="percent", amount=Decimal(99))
    shopper = pick_up("20.00")
    shopper.client.post("/?wc-ajax=apply_coupon", {"coupon_code": "nearly", "security": shopper.token()})
    assert "to your cart, or remove a coupon." in page_of(shopper, "/cart/")["contents"]["total_problem"]


def test_a_total_that_became_large_enough_meanwhile_is_told_first() -> None:
    shopper = pick_up("0.30")
    shown = str(page_of(shopper, CHECKOUTS[0])["review"]["shown_total"])
    shopper.puts(make_product(price="20.00"))
    answer = shopper.pays(payment_method="", shown_total=shown)
    assert "Nothing was charged: please look at it" in answer.messages
    assert answer.refresh


def test_without_javascript_it_is_told_before_the_card_s_own_form() -> None:
    shopper = pick_up("0.30")
    posted = {**FORM, "csrfmiddlewaretoken": shopper.token(), "woocommerce_checkout_place_order": "1"}
    page = shopper.client.post("/checkout/", posted, headers={"Accept": "application/json"}).json()
    assert "Payments start at $0.50" in page["errors"][0]["text"]


def test_a_form_without_a_method_is_told_the_same() -> None:
    answer = pick_up("0.30").pays(payment_method="")
    assert "Payments start at $0.50" in answer.messages
    assert answer.refresh
    assert not Order.objects.exists()
