"""The checkout's page, with and without JavaScript, and who sees a receipt."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from vintner.cart.models import Cart
from vintner.orders.models import Order
from vintner.orders.ownership import pay_link
from vintner.testing.builders import make_product, make_user
from vintner.testing.provider import DECLINED, THREE_D_SECURE, ProviderDouble
from vintner.testing.shopper import FORM, Shopper, only_order

pytestmark = pytest.mark.usefixtures("store")
JSON = {"Accept": "application/json"}


def props(client: Client, path: str) -> dict[str, object]:
    response = client.get(path, headers=JSON)
    assert response.status_code == 200, response.content
    return dict(response.json())


def receipt(order: Order, key: str = "") -> str:
    return f"/checkout/order-received/{order.pk}/?key={key or order.key}"


def test_an_empty_cart_leads_back_to_the_cart(client: Client) -> None:
    response = client.get("/checkout/")
    assert (response.status_code, response.headers["Location"]) == (302, "/cart/")


def test_the_form_has_the_specification_s_fields_in_order() -> None:
    page = props(Shopper().puts(make_product()).client, "/checkout/")
    billing = page["billing"]
    assert isinstance(billing, list)
    assert [field["name"].removeprefix("billing_") for field in billing] == [
        "email",  # it leads; the specification's fields follow in its order
        "first_name",
        "last_name",
        "company",
        "country",
        "address_1",
        "address_2",
        "city",
        "state",
        "postcode",
        "phone",
    ]
    assert {field["name"] for field in billing if not field["required"]} == {"billing_company", "billing_address_2"}


def test_without_javascript_errors_stand_in_the_page_and_nothing_is_lost() -> None:
    shopper = Shopper().puts(make_product())
    fields = {**FORM, "billing_city": "", "billing_first_name": "Zoë", "csrfmiddlewaretoken": shopper.token()}
    page = shopper.client.post("/checkout/", fields, headers=JSON).json()
    assert page["errors"] == [{"field": "billing_city", "text": "Billing City is a required field."}]
    by_name = {field["name"]: field for field in page["billing"]}
    assert by_name["billing_first_name"]["value"] == "Zoë"
    assert by_name["billing_city"]["error"]
    assert page["note"]["value"] == "Ring twice"
    assert page["payment"]["problem"] == ""


def test_without_javascript_the_card_is_explained_when_all_else_is_fine() -> None:
    shopper = Shopper().puts(make_product())
    fields = {**FORM, "billing_state": "NY", "billing_postcode": "10001", "csrfmiddlewaretoken": shopper.token()}
    page = shopper.client.post("/checkout/", fields, headers=JSON).json()
    assert page["errors"] == []
    assert "JavaScript" in page["payment"]["problem"]
    assert "NY Tax" in str(page["review"])
    assert not Order.objects.exists()


def test_the_form_without_its_token_is_refused() -> None:
    shopper = Shopper(Client(enforce_csrf_checks=True))
    shopper.puts(make_product())
    assert shopper.client.post("/checkout/", FORM).status_code == 403


def test_after_a_decline_the_form_still_knows_the_shopper(provider: ProviderDouble) -> None:
    shopper = Shopper().puts(make_product())
    shopper.pays(DECLINED, billing_first_name="Zoë")
    billing = props(shopper.client, "/checkout/")["billing"]
    assert isinstance(billing, list)
    assert [each["value"] for each in billing[:2]] == ["jane@example.com", "Zoë"]
    page = props(shopper.client, receipt(only_order()))
    assert (page["status"], page["pay_url"]) == ("failed", pay_link(only_order()))


def test_the_receipt_says_what_was_bought(provider: ProviderDouble) -> None:
    shopper = Shopper().puts(make_product(name="Quinta do Teste", price="16.99"), 2)
    shopper.pays()
    page = props(shopper.client, receipt(only_order()))
    assert page["found"] is True
    assert page["heading"] == "Thank you. Your order has been received."
    assert (page["total"], page["payment_title"], page["email"]) == ("$47.17", "Visa •••• 4242", "jane@example.com")
    assert [row["label"] for row in page["rows"]] == ["Subtotal", "Shipping (Flat rate)", "CA Tax"]  # type: ignore[attr-defined]


def test_an_order_that_is_opened_later_says_how_it_stands(provider: ProviderDouble) -> None:
    shopper = Shopper().puts(make_product())
    shopper.pays()
    before = timezone.now() - timedelta(days=1)
    Order.objects.update(placed_at=before, paid_at=before)
    order = only_order()
    page = props(shopper.client, receipt(order))
    assert (page["number"], page["state"], page["status"]) == (order.number, "Being packed", "Processing")
    assert page["next_steps"]
    assert not [step for step in page["next_steps"] if "confirmation" in step]  # type: ignore[attr-defined]


def test_coming_back_from_the_bank_the_payment_is_looked_up(provider: ProviderDouble) -> None:
    shopper = Shopper().puts(make_product())
    shopper.pays(THREE_D_SECURE)
    provider.confirm("pi_1")
    assert props(shopper.client, receipt(only_order()))["status"] == "processing"


def test_the_key_alone_opens_a_guest_s_order_for_ten_minutes(provider: ProviderDouble) -> None:
    shopper = Shopper().puts(make_product())
    shopper.pays()
    order = only_order()
    other = Client()
    assert props(other, receipt(order))["number"] == order.number
    Order.objects.update(placed_at=timezone.now() - timedelta(minutes=11))
    asked = other.get(receipt(order))
    assert b"Is this your order?" in asked.content
    assert b"Main St" not in asked.content
    assert b"That is not the email address" in other.post(receipt(order), {"email": "x@example.com"}).content
    assert other.post(receipt(order), {"email": " JANE@example.com"}).status_code == 302
    assert props(other, receipt(order))["number"] == order.number
    assert props(shopper.client, receipt(order))["found"] is True


@pytest.mark.parametrize("key", ["wrong", "wc_order_"])
def test_a_wrong_key_and_an_unknown_order_look_alike(provider: ProviderDouble, key: str) -> None:
    shopper = Shopper().puts(make_product())
    shopper.pays()
    wrong = shopper.client.get(receipt(only_order(), key), headers=JSON)
    unknown = shopper.client.get(f"/checkout/order-received/999999/?key={key}", headers=JSON)
    huge = shopper.client.get(f"/checkout/order-received/{'9' * 40}/?key={key}", headers=JSON)
    assert wrong.content == unknown.content == huge.content
    assert (wrong.json()["found"], wrong.json()["heading"]) == (False, "See your order")
    assert "received" not in wrong.content.decode()
    assert wrong.headers["Referrer-Policy"] == "no-referrer"


def test_a_customer_s_order_needs_the_customer(provider: ProviderDouble) -> None:
    shopper = Shopper()
    shopper.client.force_login(make_user())
    shopper.puts(make_product()).pays()
    order = only_order()
    assert props(shopper.client, receipt(order))["found"] is True
    assert props(shopper.client, f"/checkout/order-received/{order.pk}/")["found"] is True
    response = Client().get(receipt(order))
    assert response.status_code == 302
    assert response.headers["Location"].startswith("/my-source/?next=")


def test_without_an_id_the_page_only_thanks(client: Client) -> None:
    page = props(client, "/checkout/order-received/")
    assert (page["found"], page["heading"]) == (False, "Thank you. Your order has been received.")


def test_the_page_prices_the_cart_once() -> None:
    shopper = Shopper().puts(make_product())
    props(shopper.client, "/checkout/")
    with CaptureQueriesContext(connection) as captured:
        props(shopper.client, "/checkout/")
    asked = [each["sql"] for each in captured.captured_queries]
    assert len([sql for sql in asked if "cart_cartline" in sql]) == 1
    # The cart, what is in it and an earlier order; and what is read once outside of a test's transaction.
    assert len(asked) <= 7, asked


def test_the_page_of_a_known_address_prices_for_it(provider: ProviderDouble) -> None:
    user = make_user()
    shopper = Shopper()
    shopper.client.force_login(user)
    assert shopper.puts(make_product(stock=50)).pays().result == "success"
    shopper.puts(make_product(stock=50))
    Cart.objects.filter(pk=shopper.cart_id).update(country="US", state="NY", postcode="10001")
    page = props(shopper.client, "/checkout/")
    assert "CA Tax" in str(page["review"])
    assert shopper.cart.state == "CA"
