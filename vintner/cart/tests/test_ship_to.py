"""The control of the header that says where the shopper's wine goes."""

from typing import TYPE_CHECKING
from urllib.parse import unquote

import pytest
from django.test import Client

from vintner.cart.middleware import SHIP_TO
from vintner.cart.models import Cart
from vintner.cart.tests.shoppers import CartShopper
from vintner.shipping.models import Destination
from vintner.testing.builders import make_product, make_user

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Response

pytestmark = pytest.mark.usefixtures("shop")
PROPS = {"Accept": "application/json"}
PASSWORD = "a long enough secret"
UNKNOWN = "We don’t know that place."


@pytest.fixture(autouse=True)
def _new_york(db: None) -> None:
    Destination.objects.create(country="US", state="NY", wine_allowed=True)


def save(client: Client, place: str, headers: dict[str, str] | None = None, **fields: str) -> "Response":
    return client.post("/ship-to/", {"place": place, **fields}, headers=headers or {})


def shown(client: Client) -> str:
    """Return what scripts read of the place."""
    return unquote(client.cookies[SHIP_TO].value) if SHIP_TO in client.cookies else ""


def test_the_place_is_saved_with_a_new_cart_and_the_form_leads_back_to_its_page(client: Client) -> None:
    answer = save(client, "10001", {"Referer": "http://testserver/shop/?orderby=price"})
    assert (answer.status_code, answer["Location"]) == (302, "/shop/?orderby=price")
    cart = Cart.objects.get()
    assert (cart.country, cart.state, cart.postcode) == ("US", "NY", "10001")
    assert shown(client) == "US:NY NY 10001"
    notices = client.get("/cart/", headers=PROPS).json()["shared"]["notices"]
    assert [notice["text"] for notice in notices] == ["We’ll ship your wine to NY 10001."]


def test_who_names_a_place_where_no_wine_may_go_reads_why(client: Client) -> None:
    Destination.objects.create(country="US", state="UT", wine_allowed=False, note="The state alone sells wine.")
    save(client, "Utah")
    notices = client.get("/cart/", headers=PROPS).json()["shared"]["notices"]
    reason = "Sorry, we cannot ship wine to Utah. The state alone sells wine."
    assert [(notice["kind"], notice["text"]) for notice in notices] == [("info", reason)]


def test_the_cookie_is_for_scripts_and_lasts_as_long_as_the_cart(client: Client) -> None:
    cookie = save(client, "Quebec").cookies[SHIP_TO]
    assert unquote(cookie.value) == "CA:QC Quebec"
    assert not cookie["httponly"]
    assert (cookie["samesite"], cookie["max-age"]) == ("Lax", client.cookies["vintner_cart"]["max-age"])


def test_the_place_is_that_of_the_cart_the_mini_cart_and_the_checkout() -> None:
    shopper = CartShopper()
    shopper.add(make_product())
    save(shopper.client, "10001")
    contents = shopper.contents()
    assert (contents.estimated_for, contents.postcode) == ("New York", "10001")
    values = {
        field["name"]: field["value"]
        for field in shopper.client.get("/checkout/", headers=PROPS).json()["billing"]
        if field["name"] in ("billing_state", "billing_postcode")
    }
    assert values == {"billing_state": "NY", "billing_postcode": "10001"}


def test_the_estimate_of_the_cart_tells_the_header_its_place() -> None:
    shopper = CartShopper()
    shopper.add(make_product())
    assert shown(shopper.client) == ""
    shopper.cart()
    shopper.post({"calc_shipping": "1", "calc_shipping_place": "US:CA", "calc_shipping_postcode": "94110"})
    assert shown(shopper.client) == "US:CA CA 94110"


def test_the_review_of_the_checkout_tells_the_header_its_place() -> None:
    shopper = CartShopper()
    shopper.add(make_product())
    token = shopper.client.get("/checkout/", headers=PROPS).json()["csrf_token"]
    assert shown(shopper.client) == ""
    fields = {"security": token, "country": "US", "state": "NY", "postcode": "10001"}
    assert shopper.client.post("/?wc-ajax=update_order_review", fields).status_code == 200
    assert shown(shopper.client) == "US:NY NY 10001"


@pytest.mark.parametrize("path", ["/checkout/classic/", "/checkout/block/"])
def test_a_checkout_corrects_a_stale_cookie(path: str) -> None:
    shopper = CartShopper()
    shopper.add(make_product())
    save(shopper.client, "10001")
    shopper.client.cookies[SHIP_TO] = "US:UT%20Utah"
    assert shopper.client.get(path, headers=PROPS).status_code == 200
    assert shown(shopper.client) == "US:NY NY 10001"


def test_a_stale_cookie_is_corrected_when_the_cart_is_asked_for(client: Client) -> None:
    client.cookies[SHIP_TO] = "US:UT%20Utah"
    client.post("/?wc-ajax=get_refreshed_fragments")
    assert shown(client) == ""
    client.cookies[SHIP_TO] = "US:UT%20Utah"
    client.get("/cart/")
    assert shown(client) == ""


def test_a_log_in_brings_the_place_of_the_account_and_a_log_out_takes_it_away(client: Client) -> None:
    user = make_user("ana@example.com", password=PASSWORD)
    Cart.objects.create(user=user, country="US", state="NY", postcode="10001")
    client.post("/my-source/", {"username": user.email, "password": PASSWORD})
    assert shown(client) == "US:NY NY 10001"
    client.post("/my-source/customer-logout/")
    assert shown(client) == "", "nobody else on this machine reads where the customer lives"


def test_what_a_guest_named_is_the_customers_after_the_log_in(client: Client) -> None:
    user = make_user("ana@example.com", password=PASSWORD)
    Cart.objects.create(user=user, country="US", state="NY", postcode="10001")
    save(client, "94110")
    client.post("/my-source/", {"username": user.email, "password": PASSWORD})
    assert shown(client) == "US:CA CA 94110"


@pytest.mark.parametrize("typed", ["", "Atlantis", "96960", "<b>", "9" * 500, "\x00"])
def test_a_place_that_is_none_is_refused_beside_the_field(client: Client, typed: str) -> None:
    answer = save(client, typed, {"Referer": "http://testserver/shop/"})
    assert answer.status_code == 422
    assert UNKNOWN in answer.content.decode()
    assert "9" * 61 not in answer.content.decode(), "no more than a line is shown again"
    page = save(client, typed, {**PROPS, "Referer": "http://testserver/shop/"})
    assert (page.status_code, page.json()["problem"].startswith(UNKNOWN)) == (200, True)
    assert not Cart.objects.exists()
    assert SHIP_TO not in client.cookies


def test_our_script_stays_on_its_page(client: Client) -> None:
    answer = save(client, "10001", PROPS)
    assert (answer.status_code, answer.json()) == (200, {"problem": ""})
    assert client.get("/cart/", headers=PROPS).json()["shared"]["notices"] == []


@pytest.mark.parametrize(
    ("referer", "back", "target"),
    [
        ("", "/product/quinta/", "/product/quinta/"),
        ("http://testserver/ship-to/", "", "/"),
        ("http://testserver/shop/", "/ship-to/?x=1", "/"),
        ("http://evil.example/shop/", "", "/"),
        ("http://testserver//evil.example/", "", "/"),
        ("", "https://evil.example/", "/"),
        ("", "//evil.example/", "/"),
        ("", "/\\evil.example/", "/"),
        ("", "javascript:alert(1)", "/"),
    ],
)
def test_the_form_never_leads_out_of_the_store(client: Client, referer: str, back: str, target: str) -> None:
    headers = {"Referer": referer, "Sec-Fetch-Site": "same-origin"} if referer else {}
    assert save(client, "10001", headers, back=back)["Location"] == target


@pytest.mark.parametrize("headers", [{"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://evil.example"}])
def test_a_form_of_another_site_is_refused(client: Client, headers: dict[str, str]) -> None:
    assert save(client, "10001", headers).status_code == 403
    assert not Cart.objects.exists()


def test_the_page_of_the_form_says_the_place_and_makes_no_cart(client: Client) -> None:
    page = client.get("/ship-to/", headers={**PROPS, "Referer": "http://testserver/shop/"})
    assert (page.json()["words"], page.json()["back"]) == ("", "/shop/")
    assert "no-store" in page["Cache-Control"]
    assert not Cart.objects.exists()
    save(client, "Ontario")
    assert client.get("/ship-to/", headers=PROPS).json()["words"] == "Ontario"


def test_only_its_methods_are_answered(client: Client) -> None:
    assert client.put("/ship-to/").status_code == 405
