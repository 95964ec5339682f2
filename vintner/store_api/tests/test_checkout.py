"""The checkout by the Store API: drafts, orders, and all the ways it may say no."""

from decimal import Decimal
from urllib.parse import urlencode

import pytest
from django.utils import timezone
from pytest_django import Settings

from vintner.cart import carts
from vintner.cart.models import Cart
from vintner.customers.models import User
from vintner.money import Money
from vintner.orders.invariants import audit
from vintner.orders.models import Order, StockReservation
from vintner.pricing.models import Coupon
from vintner.store_api.tests.buying import JANE, SHE_PAYS, buys, card, order, puts, said
from vintner.store_api.tests.buying import may_ship as may_ship
from vintner.testing.api_client import ApiAnswer, ApiClient, Headless
from vintner.testing.builders import make_product, set_stock
from vintner.testing.provider import DECLINED, GOOD, THREE_D_SECURE, ProviderDouble
from vintner.web.answers import SECTIONS
from vintner.web.models import Tries

pytestmark = pytest.mark.usefixtures("provider", "may_ship")
PASSWORD = "violet tractor seven moons"


def detail(answer: ApiAnswer, key: str) -> str:
    """Return a word about the payment."""
    found: str = next(each["value"] for each in answer.json["payment_result"]["payment_details"] if each["key"] == key)
    return found


def test_looking_makes_a_draft_that_holds_nothing(client: ApiClient) -> None:
    wine = puts(client, 2, stock=2)
    client.post("/cart/update-customer", billing_address=SHE_PAYS, shipping_address=JANE)
    answer = client.get("/checkout")
    assert (answer.status, answer.json["status"]) == (200, "checkout-draft")
    assert answer.json["billing_address"] == SHE_PAYS
    draft = Order.objects.get()
    assert (draft.total, draft.email, draft.user) == (Money(4717), "jane@example.com", None)
    assert not StockReservation.objects.exists()
    other = ApiClient()
    assert other.post("/cart/add-item", id=wine, quantity=2).status == 201
    assert buys(other).status == 200
    assert Order.objects.exclude(pk=draft.pk).get().status == "processing"


def test_the_draft_keeps_its_number_and_follows_the_cart(client: ApiClient) -> None:
    puts(client)
    first = client.get("/checkout").json
    changed = client.send("PUT", "/checkout?__experimental_calc_totals=true", {"customer_note": "Ring twice"}).json
    assert changed["payment_result"] is None
    assert changed["__experimentalCart"]["totals"]["total_price"] == "4717"
    puts(client, 1, price="10.00")
    again = client.get("/checkout").json
    assert (again["order_id"], again["order_key"]) == (first["order_id"], first["order_key"])
    assert (again["customer_note"], again["__experimentalCart"]) == ("Ring twice", None)
    assert Order.objects.get().lines.count() == 2


def test_the_draft_becomes_the_order(client: ApiClient, provider: ProviderDouble) -> None:
    puts(client)
    draft = client.get("/checkout").json
    answer = buys(client, customer_note="Ring twice")
    assert answer.status == 200, answer.json
    assert (answer.json["order_id"], answer.json["order_key"]) == (draft["order_id"], draft["order_key"])
    made = Order.objects.get()
    assert (made.status, made.customer_note, made.total) == ("processing", "Ring twice", Money(4717))
    assert ("checkout-draft", "pending") in made.events.values_list("was", "became")
    assert provider.ledger == {made.pk: [made.total]}
    assert answer.json["payment_result"]["redirect_url"].endswith(f"/checkout/order-received/{made.pk}/?key={made.key}")
    assert client.get("/cart").json["items"] == []
    assert audit() == []


def test_a_draft_is_no_receipt(client: ApiClient) -> None:
    puts(client)
    draft = client.get("/checkout").json
    page = client.client.get(
        f"/checkout/order-received/{draft['order_id']}/?key={draft['order_key']}",
        headers={"Accept": "application/json"},
    )
    assert (page.status_code, page.json()["found"]) == (200, False)


def test_a_declined_card_leaves_an_order_that_another_card_pays(client: ApiClient, provider: ProviderDouble) -> None:
    puts(client)
    draft = client.get("/checkout").json["order_id"]
    declined = buys(client, DECLINED)
    assert (declined.status, declined.json["code"]) == (400, "woocommerce_rest_checkout_process_payment_error")
    assert declined.json["message"] == "There was an error processing the payment: The card was declined."
    assert declined.json["data"]["fields"] == {"payment": declined.json["message"]}
    waiting = client.get("/checkout").json
    assert (waiting["order_id"], waiting["status"]) == (draft, "failed")
    paid = buys(client)
    assert (paid.json["order_id"], paid.json["status"]) == (draft, "processing")
    assert provider.ledger == {draft: [Money(4717)]}
    assert Order.objects.count() == 1


def test_a_draft_beside_the_order_that_is_taken_up_is_dropped(client: ApiClient) -> None:
    key = client.post("/cart/add-item", id=make_product(price="16.99").pk, quantity=2).json["items"][0]["key"]
    buys(client, DECLINED)
    client.post("/cart/update-item", key=key, quantity=3)
    assert client.get("/checkout").json["status"] == "checkout-draft"
    client.post("/cart/update-item", key=key, quantity=2)
    assert buys(client).json["status"] == "processing"
    assert list(Order.objects.values_list("status", flat=True)) == ["processing"]
    assert audit() == []


def test_the_bank_asks(provider: ProviderDouble, shop: None) -> None:
    browser = ApiClient()
    puts(browser)
    answer = buys(browser, THREE_D_SECURE)
    number = answer.json["order_id"]
    assert (answer.status, answer.json["status"]) == (200, "pending")
    assert answer.json["payment_result"]["redirect_url"] == ""
    hash_ = detail(answer, "redirect")
    assert hash_.startswith(f"#wc-stripe-confirm-pi:{number}:pi_1_secret:")
    provider.confirm("pi_1")
    done = browser.client.post(
        "/?wc-ajax=wc_stripe_update_order_status",
        {"order_id": number, "intent_id": "pi_1", "_ajax_nonce": hash_.split(":")[3]},
    )
    assert done.json()["success"] is True
    assert Order.objects.get().status == "processing"


def test_free_wine_needs_no_card(client: ApiClient) -> None:
    puts(client, price="0")
    rates = client.get("/cart").json["shipping_rates"][0]["shipping_rates"]
    pickup = next(rate["rate_id"] for rate in rates if rate["method_id"] == "local_pickup")
    client.post("/cart/select-shipping-rate", package_id=0, rate_id=pickup)
    assert buys(client, "").json["status"] == "processing"


def test_free_wine_needs_no_payment_method(client: ApiClient) -> None:
    puts(client, price="0")
    rates = client.get("/cart").json["shipping_rates"][0]["shipping_rates"]
    pickup = next(rate["rate_id"] for rate in rates if rate["method_id"] == "local_pickup")
    client.post("/cart/select-shipping-rate", package_id=0, rate_id=pickup)
    assert buys(client, payment_method="", payment_data=[]).json["status"] == "processing"


@pytest.mark.parametrize("data", [card(), []], ids=["with a card", "without"])
def test_an_order_without_a_payment_method_is_not_charged(
    data: list[dict[str, object]], client: ApiClient, provider: ProviderDouble
) -> None:
    puts(client)
    answer = buys(client, payment_method="", payment_data=data)
    assert (answer.status, answer.json["code"]) == (400, "woocommerce_rest_checkout_missing_payment_method")
    assert answer.json["data"]["fields"] == {"payment_method": "Invalid payment method."}
    body = order()
    del body["payment_method"]
    assert client.post("/checkout", **body).json["code"] == "woocommerce_rest_checkout_missing_payment_method"
    assert not Order.objects.filter(status="pending").exists()
    assert not provider.ledger
    assert buys(client).json["status"] == "processing"


def test_a_further_payment_names_its_method(client: ApiClient, provider: ProviderDouble) -> None:
    puts(client)
    buys(client, DECLINED)
    made = Order.objects.get()
    body = {"key": made.key, "billing_email": "jane@example.com", "payment_data": card()}
    answer = client.post(f"/checkout/{made.pk}", **body)
    assert (answer.status, answer.json["code"]) == (400, "woocommerce_rest_checkout_missing_payment_method")
    assert not provider.ledger


def test_an_account_is_made_along_with_the_order(client: ApiClient) -> None:
    puts(client)
    weak = buys(client, create_account=True, customer_password="short")
    assert (weak.status, weak.json["code"]) == (400, "woocommerce_rest_checkout_password")
    answer = buys(client, create_account=True, customer_password=PASSWORD)
    user = User.objects.get(email="jane@example.com")
    assert (answer.status, answer.json["customer_id"], Order.objects.get().user) == (200, user.pk, user)
    other = ApiClient()
    puts(other)
    taken = buys(other, create_account=True, customer_password=PASSWORD)
    assert (taken.status, taken.json["code"]) == (400, "registration-error-email-exists")


def test_what_is_missing_is_told_with_its_field(client: ApiClient) -> None:
    puts(client)
    answer = buys(client, billing_address={**SHE_PAYS, "first_name": "", "city": ""})
    assert (answer.status, answer.json["code"]) == (400, "woocommerce_rest_invalid_address")
    assert answer.json["data"]["errors"] == {
        "billing": ["Billing First name is a required field.", "Billing City is a required field."]
    }
    assert set(answer.json["data"]["fields"]) == {"billing_first_name", "billing_city"}


def test_the_phone_number_may_be_left_out(client: ApiClient) -> None:
    puts(client)
    assert buys(client, billing_address={**SHE_PAYS, "phone": ""}, shipping_address={**JANE, "phone": ""}).status == 200


def test_the_parcel_goes_elsewhere_and_the_tax_with_it(client: ApiClient) -> None:
    puts(client)
    elsewhere = {**JANE, "state": "NY", "city": "New York", "postcode": "10001", "phone": "+1 212-555-0100"}
    answer = buys(client, shipping_address=elsewhere)
    assert answer.json["shipping_address"] == elsewhere
    assert answer.json["billing_address"] == SHE_PAYS
    assert Order.objects.get().tax_total == Money(0)


@pytest.mark.parametrize(
    ("change", "code", "param"),
    [
        ({"billing_address": {**SHE_PAYS, "postcode": "1"}}, "rest_invalid_param", "billing_address"),
        ({"billing_address": {**SHE_PAYS, "postcode": "84101"}}, "rest_invalid_param", "billing_address"),
        ({"shipping_address": {**JANE, "state": "NY"}}, "rest_invalid_param", "shipping_address"),
        ({"billing_address": {**SHE_PAYS, "email": "jane"}}, "rest_invalid_param", "billing_address"),
        ({"shipping_address": {**JANE, "state": "ZZ"}}, "rest_invalid_param", "shipping_address"),
        ({"payment_method": "cod"}, "rest_invalid_param", "payment_method"),
        ({"payment_data": []}, "woocommerce_rest_checkout_process_payment_error", ""),
        ({"payment_data": card("4242424242424242")}, "woocommerce_rest_checkout_process_payment_error", ""),
        ({"extensions": said(**{"terms-field": "1"})}, "woocommerce_rest_checkout_terms", ""),
        ({"extensions": said(of_age=False)}, "woocommerce_rest_checkout_age", ""),
        ({"extensions": {}}, "woocommerce_rest_checkout_age", ""),
        ({"customer_note": "x" * 2001}, "woocommerce_rest_checkout_note", ""),
    ],
)
def test_faults_are_told_by_their_codes(client: ApiClient, change: dict[str, object], code: str, param: str) -> None:
    puts(client)
    answer = client.post("/checkout", **{**order(), **change})
    assert (answer.status, answer.json["code"]) == (400, code), answer.json
    assert not param or param in answer.json["data"]["params"]
    assert not Order.objects.exists()


def test_conflicts_bring_the_cart(client: ApiClient) -> None:
    puts(client, 2, stock=2, name="Short")
    variation = Cart.objects.get().lines.get().variation
    changed = buys(client, extensions=said(shown_total=1))
    assert (changed.status, changed.json["code"]) == (409, "woocommerce_rest_cart_total_changed")
    assert changed.json["data"]["cart"]["totals"]["total_price"] == "4717"
    set_stock(variation, 0)
    gone = buys(client)
    assert (gone.status, gone.json["code"]) == (409, "woocommerce_rest_product_out_of_stock")
    assert gone.json["data"]["cart"]["errors"][0]["message"] == gone.json["message"]


def test_nowhere_to_deliver(client: ApiClient) -> None:
    puts(client)
    canada = {**JANE, "country": "CA", "state": "ON", "postcode": "M5V 2T6"}
    answer = buys(client, shipping_address=canada)
    assert (answer.status, answer.json["code"]) == (400, "woocommerce_rest_invalid_shipping_option")
    assert list(answer.json["data"]["fields"]) == ["shipping_state"]


def test_nothing_to_order(client: ApiClient) -> None:
    for answer in (client.get("/checkout"), client.send("PUT", "/checkout", {})):
        assert (answer.status, answer.json["code"]) == (400, "woocommerce_rest_cart_empty")
    answer = buys(client)
    assert (answer.status, answer.json["code"]) == (409, "woocommerce_rest_cart_empty")
    assert answer.json["data"]["cart"]["items"] == []


def test_one_amount_everywhere(client: ApiClient, provider: ProviderDouble) -> None:
    """Cart, draft, order, charge: the quote's total, to the cent."""
    Coupon.objects.create(code="save10", kind="percent", amount=Decimal(10))
    for price in ("16.99", "9.01", "33.33"):
        puts(client, 3, price=price)
    client.post("/cart/apply-coupon", code="save10")
    cart = client.post("/cart/update-customer", billing_address=SHE_PAYS, shipping_address=JANE).json
    client.get("/checkout")
    draft = Order.objects.get().total
    quoted = carts.quote_cart(Cart.objects.get(), now=timezone.now()).quote.total
    assert buys(client, extensions=said(shown_total=quoted.minor)).status == 200
    made = Order.objects.get()
    assert cart["totals"]["total_price"] == str(quoted.minor)
    assert draft == quoted == made.total
    assert provider.ledger == {made.pk: [quoted]}


def test_too_many_declined_cards(client: ApiClient, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "failed_payments": (2, 900)}
    puts(client)
    assert [buys(client, DECLINED).status for _ in range(3)] == [400, 400, 429]
    Tries.objects.all().delete()
    assert buys(client).status == 200


def test_another_cart_is_out_of_reach(shop: None) -> None:
    """A forged token names no cart, and a draft cannot be had by its number."""
    owner = Headless()
    puts(owner)
    owner.get("/checkout")
    thief = ApiClient()
    answer = thief.send("GET", "/checkout", headers={"Cart-Token": owner.headers["Cart-Token"][:-2] + "xx"})
    assert (answer.status, answer.json["code"]) == (400, "woocommerce_rest_cart_empty")
    draft = Order.objects.get()
    answer = thief.post(f"/checkout/{draft.pk}?key={draft.key}&billing_email=", **order())
    assert answer.status == 403


def pay_for(
    client: ApiClient, made: Order, key: str = "", email: str = "jane@example.com", method: str = GOOD
) -> ApiAnswer:
    query = urlencode({"key": key or made.key, "billing_email": email})
    return client.post(f"/checkout/{made.pk}?{query}", **order(method))


def test_an_order_is_paid_by_whoever_knows_its_key_and_address(client: ApiClient, provider: ProviderDouble) -> None:
    puts(client)
    buys(client, DECLINED)
    made = Order.objects.get()
    elsewhere = ApiClient()
    for answer in (
        pay_for(elsewhere, made, key="wc_order_wrong"),
        pay_for(elsewhere, made, email="joe@example.com"),
        elsewhere.post("/checkout/999999999999999999999?key=x&billing_email=jane@example.com", **order()),
    ):
        assert (answer.status, answer.json["code"]) == (403, "woocommerce_rest_invalid_user")
    declined = pay_for(elsewhere, made, method=DECLINED)
    assert (declined.status, declined.json["code"]) == (400, "woocommerce_rest_checkout_process_payment_error")
    paid = pay_for(elsewhere, made, email="Jane@Example.com")
    assert (paid.status, paid.json["status"]) == (200, "processing")
    again = pay_for(elsewhere, made)
    assert (again.status, again.json["code"]) == (409, "invalid_order_update_status")
    assert provider.ledger == {made.pk: [made.total]}


def test_a_customer_s_order_needs_the_customer(client: ApiClient) -> None:
    puts(client)
    buys(client, DECLINED, create_account=True, customer_password=PASSWORD)
    made = Order.objects.get()
    assert made.user is not None
    assert pay_for(ApiClient(), made).status == 403
    owner = ApiClient()
    owner.client.force_login(made.user)
    owner.get("/cart")
    assert pay_for(owner, made, email="").json["status"] == "processing"


def test_a_merged_cart_has_one_draft(shop: None) -> None:
    user = User.objects.create_user("jane@example.com", PASSWORD)
    known, guest = ApiClient(), ApiClient()
    known.client.force_login(user)
    known.get("/cart")
    for browser in (known, guest):
        puts(browser)
        assert browser.get("/checkout").status == 200
    guest.client.force_login(user)
    guest.get("/cart")
    puts(guest)
    assert guest.get("/checkout").status == 200
    assert Order.objects.filter(status="checkout-draft").count() == 1


def test_our_own_page_gets_what_it_shows_and_nobody_else(client: ApiClient) -> None:
    puts(client)
    plain = client.get("/cart").json
    assert plain["extensions"]["vintner"]["checkout"] is None
    own = client.send("GET", "/cart", headers={**client.headers, "Accept": SECTIONS}).json
    parts = own["extensions"]["vintner"]["checkout"]
    assert (parts["review"]["total"], parts["review"]["shown_total"]) == ("$47.17", 4717)
    assert parts["payment"]["amount"] == 4717
    refused = client.send(
        "POST", "/checkout", order(extensions=said(shown_total=1)), headers={**client.headers, "Accept": SECTIONS}
    )
    assert refused.json["data"]["cart"]["extensions"]["vintner"]["checkout"]["review"]["total"] == "$47.17"
