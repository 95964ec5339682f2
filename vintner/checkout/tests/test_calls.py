"""The checkout's calls by name: shapes, refusals, queries."""

import json
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from vintner.catalogue.models import Product
from vintner.orders.models import Order
from vintner.shipping.models import Method
from vintner.testing.builders import make_product, make_user, set_stock
from vintner.testing.provider import THREE_D_SECURE, ProviderDouble
from vintner.testing.shopper import FORM, Shopper, only_order

pytestmark = pytest.mark.usefixtures("store")
REVIEW, PAYMENT = ".woocommerce-checkout-review-order-table", ".woocommerce-checkout-payment"
SENT = {
    "payment_method": "stripe",
    "country": "US",
    "state": "CA",
    "postcode": "94110",
    "city": "San Francisco",
    "s_country": "US",
    "s_state": "NY",
    "s_postcode": "10001",
    "s_city": "New York",
    "has_full_address": "true",
    "shipping_method[0]": "",
}


def test_the_order_review_follows_the_address() -> None:
    shopper = Shopper().puts(make_product(price="16.99"), 2)
    answer = shopper.call("update_order_review", security=shopper.token(), **SENT)
    assert set(answer) == {"result", "messages", "reload", "fragments"}
    parts = answer["fragments"]
    assert isinstance(parts, dict)
    assert set(parts) == {REVIEW, PAYMENT}
    assert "NY Tax" in parts[REVIEW]
    assert "$47.89" in parts[REVIEW]  # 33.98 + 3.02 + 10.00 + 0.89
    cart = shopper.cart
    assert (cart.country, cart.state, cart.postcode, cart.city) == ("US", "NY", "10001", "New York")


def test_the_order_review_takes_the_stores_own_selection_for_no_choice() -> None:
    shopper = Shopper().puts(make_product(price="16.99"))
    flat = f"flat_rate:{Method.objects.get(zone__name='United States', kind='flat_rate').pk}"
    form = {**SENT, "shipping_method[0]": flat, "security": shopper.token()}
    shopper.call("update_order_review", **form, post_data=urlencode({"preselected_delivery": flat}))
    assert shopper.cart.shipping_rate == ""
    shopper.call("update_order_review", **form)
    assert shopper.cart.shipping_rate == flat


def test_a_place_without_delivery_is_told_in_the_review() -> None:
    shopper = Shopper().puts(make_product())
    answer = shopper.call("update_order_review", security=shopper.token(), **{**SENT, "s_country": "DE", "s_state": ""})
    assert answer["result"] == "success"
    assert "We have no delivery to Germany" in str(answer["fragments"])


def test_the_order_review_needs_the_token_and_a_cart() -> None:
    shopper = Shopper().puts(make_product())
    bad = shopper.client.post("/?wc-ajax=update_order_review", {**SENT, "security": "bad"})
    assert (bad.status_code, bad.content) == (403, b"-1")
    token = shopper.token()
    shopper.cart.lines.all().delete()
    answer = shopper.call("update_order_review", security=token, **SENT)
    assert "result" not in answer
    assert "Return to shop" in str(answer["fragments"])


@pytest.mark.parametrize("lines", [1, 20])
def test_the_order_review_asks_the_database_three_times(lines: int) -> None:
    shopper = Shopper()
    for _ in range(lines):
        shopper.puts(make_product())
    token = shopper.token()
    with CaptureQueriesContext(
        connection,
    ) as queries:
        shopper.call("update_order_review", security=token, **SENT)
    assert len(queries) == 3, [query["sql"][:100] for query in queries]


def test_all_wrong_fields_come_back_together_with_their_ids(provider: ProviderDouble) -> None:
    answer = Shopper().puts(make_product()).pays(billing_first_name="", billing_postcode="", billing_email="x")
    assert answer.messages == (
        '<ul class="woocommerce-error" role="alert">'
        '<li data-id="billing_email"><strong>Billing Email address</strong> should look like name@example.com.</li>'
        '<li data-id="billing_first_name"><strong>Billing First name</strong> is a required field.</li>'
        '<li data-id="billing_postcode"><strong>Billing ZIP Code</strong> is a required field.</li>'
        "</ul>"
    )
    assert not Order.objects.exists()


def test_what_was_typed_comes_back_harmless(provider: ProviderDouble) -> None:
    answer = Shopper().puts(make_product(name="<img src=x>", stock=1)).pays(billing_state="<script>")
    assert "<script>" not in answer.messages


@pytest.mark.parametrize("token", ["bad", "a" * 32, ""])
def test_without_the_token_nothing_is_ordered(provider: ProviderDouble, token: str) -> None:
    shopper = Shopper().puts(make_product())
    answer = json.loads(
        shopper.client.post("/?wc-ajax=checkout", {**FORM, "woocommerce-process-checkout-nonce": token}).content
    )
    assert set(answer) == {"result", "messages", "refresh", "reload"}
    assert (answer["result"], answer["refresh"], answer["reload"]) == ("failure", True, False)
    assert not Order.objects.exists()


def test_an_empty_cart_is_told_as_an_expired_session(provider: ProviderDouble) -> None:
    shopper = Shopper().puts(make_product())
    token = shopper.token()
    shopper.cart.lines.all().delete()
    assert "Return to shop" in shopper.pays(token=token, billing_email="").messages


def test_wine_is_not_sent_where_it_may_not_go(provider: ProviderDouble) -> None:
    fields = {"billing_state": "UT", "billing_postcode": "84101"}
    shopper = Shopper().puts(make_product())
    answer = shopper.pays(**fields)
    assert '<li data-id="billing_state">' in answer.messages
    assert "Utah" in answer.messages
    methods = {option["rate"]: option["label"] for option in _shipping(shopper)}
    pickup = next(rate for rate, label in methods.items() if label == "Local pickup")
    assert shopper.pays(**fields, **{"shipping_method[0]": pickup}).result == "success"


def _shipping(shopper: Shopper) -> list[dict[str, str]]:
    page = shopper.client.get("/checkout/", headers={"Accept": "application/json"}).json()
    options: list[dict[str, str]] = page["review"]["shipping"]
    return options


def test_wine_that_may_go_everywhere_else_goes(provider: ProviderDouble) -> None:
    Product.objects.all()
    accessory = make_product(alcoholic=False)
    assert Shopper().puts(accessory).pays(billing_state="UT", billing_postcode="84101").result == "success"


def test_a_bottle_that_was_sold_meanwhile_is_told(provider: ProviderDouble) -> None:
    wine = make_product(name="Quinta", stock=1)
    shopper = Shopper().puts(wine)
    token = shopper.token()
    set_stock(wine, 0)
    answer = shopper.pays(token=token)
    assert (answer.result, answer.refresh) == ("failure", True)
    assert "Quinta" in answer.messages
    assert not Order.objects.exists()
    assert shopper.cart.lines.count() == 1


def test_an_unknown_delivery_falls_back_to_the_first(provider: ProviderDouble) -> None:
    assert Shopper().puts(make_product()).pays(**{"shipping_method[0]": "nosuch:9"}).result == "success"
    assert only_order().shipping_title == "Flat rate"


def test_a_free_order_needs_no_card(provider: ProviderDouble) -> None:
    wine = make_product(price="0.00", virtual=True)
    assert Shopper().puts(wine).pays("").result == "success"
    assert (only_order().status, provider.calls) == ("processing", [])


def test_prices_in_the_request_are_ignored(provider: ProviderDouble) -> None:
    Shopper().puts(make_product(price="20.00")).pays(total="1", custom_price="1", amount="1", currency="EUR")
    order = only_order()
    assert (order.total.minor, order.currency) == (3218, "USD")


def test_the_order_is_the_customer_s_when_logged_in(provider: ProviderDouble) -> None:
    shopper, user = Shopper(), make_user()
    shopper.client.force_login(user)
    shopper.puts(make_product()).pays()
    assert only_order().user == user


@pytest.mark.parametrize(
    ("order_id", "intent_id"), [("own", "pi_wrong"), ("own", ""), ("0", "pi_1"), ("x", "pi_1"), ("9" * 30, "pi_1")]
)
def test_a_wrong_intent_or_order_changes_nothing(provider: ProviderDouble, order_id: str, intent_id: str) -> None:
    shopper = Shopper().puts(make_product())
    shopper.pays(THREE_D_SECURE)
    order = only_order()
    provider.confirm("pi_1")
    answer = shopper.call(
        "wc_stripe_update_order_status",
        order_id=str(order.pk) if order_id == "own" else order_id,
        intent_id=intent_id,
        _ajax_nonce=shopper.token(),
    )
    assert answer["success"] is False
    assert isinstance(answer["data"], dict)
    assert set(answer["data"]["error"]) == {"message"}
    assert only_order().status == "pending"


def test_a_stranger_cannot_speak_for_an_order(provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays(THREE_D_SECURE)
    provider.confirm("pi_1")
    stranger = Shopper().puts(make_product())
    assert stranger.confirms(only_order().pk, "pi_1")["success"] is False
    assert only_order().status == "pending"


def test_the_confirmation_needs_the_token(provider: ProviderDouble) -> None:
    shopper = Shopper().puts(make_product())
    shopper.pays(THREE_D_SECURE)
    provider.confirm("pi_1")
    assert shopper.confirms(only_order().pk, "pi_1", token="bad")["success"] is False
    assert only_order().status == "pending"


def test_one_s_intent_does_not_pay_another_s_order(provider: ProviderDouble) -> None:
    cheap, dear = Shopper().puts(make_product(price="1.00")), Shopper().puts(make_product(price="999.00"))
    cheap.pays(THREE_D_SECURE)
    dear.pays(THREE_D_SECURE)
    provider.confirm("pi_1")
    assert dear.confirms(Order.objects.latest("id").pk, "pi_1")["success"] is False
    assert set(Order.objects.values_list("status", flat=True)) == {"pending"}


def test_calls_answer_posts_only(client: Client) -> None:
    assert client.get("/?wc-ajax=checkout").content == b""
