"""Calls of scripts while the store is coming soon: refused in their own shape, and nothing is changed."""

import pytest
from django.test import Client

from vintner.cart.models import CartLine
from vintner.catalogue.models import Product
from vintner.favourites.models import Favourite
from vintner.orders.models import Order
from vintner.store_mode.rules import Visibility
from vintner.store_mode.tests.modes import set_mode
from vintner.testing.builders import make_product, make_user
from vintner.wire.closed_views import CLOSED, CLOSED_ACTIONS, CLOSED_AJAX
from vintner.wire.routes import ACTIONS, AJAX

pytestmark = pytest.mark.django_db
AJAX_PATH = "/wp-admin/admin-ajax.php"


@pytest.fixture
def wine() -> Product:
    return make_product(name="Dolcetto", price="16.99", stock=40)


def test_only_known_calls_are_listed() -> None:
    assert set(AJAX) >= CLOSED_AJAX
    assert set(ACTIONS) >= CLOSED_ACTIONS


@pytest.mark.parametrize("visibility", [Visibility.SHOP_CLOSED, Visibility.CLOSED])
def test_nothing_is_put_into_a_cart(client: Client, wine: Product, visibility: Visibility) -> None:
    set_mode(visibility)
    for name in ("add_to_cart", "xoo_cp_add_to_cart"):
        body = client.post(f"/?wc-ajax={name}", {"product_id": wine.pk, "add-to-cart": wine.pk}).json()
        assert body["message"] == CLOSED
        assert CLOSED in body["error"]
    assert not CartLine.objects.exists()


def test_whoever_is_at_the_checkout_is_answered_and_loses_nothing(client: Client, wine: Product) -> None:
    client.post("/?wc-ajax=add_to_cart", {"product_id": wine.pk})
    set_mode(Visibility.CLOSED)
    for name in ("checkout", "update_order_review"):
        answer = client.post(f"/?wc-ajax={name}", {"billing_email": "nora@example.com"})
        body = answer.json()
        assert (answer.status_code, body["result"], body["reload"]) == (200, "failure", False)
        assert CLOSED in body["messages"]
    assert not Order.objects.exists()
    assert CartLine.objects.count() == 1


def test_a_sheet_that_is_open_says_that_the_store_is_closed(client: Client, wine: Product) -> None:
    set_mode(Visibility.SHOP_CLOSED)
    fields = {"product_id": wine.pk, "qty": "1", "country": "US", "state": "CA"}
    for name in ("add_to_cart", "get_selected_product_data", "get_shipping_options", "update_shipping_method"):
        body = client.post(f"/?wc-ajax=wc_stripe_{name}", fields).json()
        assert (body["result"], body["message"], body["error"]) == ("fail", CLOSED, CLOSED)
        assert body["data"]["message"] == CLOSED
    assert not CartLine.objects.exists()


def test_what_is_in_the_cart_may_be_seen_and_taken_out(client: Client, wine: Product) -> None:
    client.post("/?wc-ajax=add_to_cart", {"product_id": wine.pk})
    set_mode(Visibility.CLOSED)
    assert client.post("/?wc-ajax=get_refreshed_fragments").json()["fragments"]


def test_favourites_refuse_in_their_shape(client: Client, wine: Product) -> None:
    client.force_login(make_user("nora@example.com"))
    set_mode(Visibility.SHOP_CLOSED)
    body = client.post(
        AJAX_PATH, {"action": "favorites_favorite", "postid": wine.pk, "status": "active", "siteid": "1"}
    ).json()
    assert body == {"status": "error", "message": "The store is closed at the moment."}
    assert not Favourite.objects.exists()


def test_prices_are_not_told(client: Client, wine: Product) -> None:
    set_mode(Visibility.SHOP_CLOSED)
    body = client.post(AJAX_PATH, {"action": "awdr_get_product_discount", "product_id": wine.pk}).json()
    assert body == {"success": False, "data": {"error": {"message": CLOSED}}}
    assert "16.99" not in client.post("/?wc-ajax=get_variation", {"product_id": wine.pk}).text


def test_calls_of_accounts_and_payments_stay_open(client: Client) -> None:
    set_mode(Visibility.CLOSED)
    answer = client.post(AJAX_PATH, {"action": "xoo_el_form_action", "_xoo_el_form": "login"})
    assert CLOSED not in answer.text
    assert CLOSED not in client.post("/?wc-ajax=wc_stripe_update_order_status").text


def test_wines_are_not_asked_about(client: Client, wine: Product) -> None:
    set_mode(Visibility.SHOP_CLOSED)
    body = client.post(AJAX_PATH, {"action": "wcp_save_email", "id": wine.pk, "email": "ada@example.com"}).json()
    assert body == {"title": "Error", "message": CLOSED, "status": "error"}
    assert wine.name not in client.get(f"/alerts/wine/{wine.pk}/").text
