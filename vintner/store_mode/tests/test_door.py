"""What visitors get while the store is coming soon, and who may come in."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone

from vintner.alerts.alerts import sign_alert
from vintner.alerts.models import Alert
from vintner.cart.models import CartLine
from vintner.catalogue.models import Product
from vintner.customers.models import User
from vintner.customers.roles import MANAGER, VIEWER
from vintner.orders.held_bottles import hold_bottle
from vintner.store_mode.rules import Visibility
from vintner.store_mode.tests.modes import set_mode
from vintner.testing.builders import make_product, make_user, only_variation

pytestmark = pytest.mark.django_db
JSON = {"Accept": "application/json"}
COMING_SOON = "store_mode/ComingSoonPage"


@pytest.fixture
def wine() -> Product:
    return make_product(name="Dolcetto", price="16.99", stock=40)


@pytest.fixture
def manager() -> User:
    user = make_user("manager@example.com", is_staff=True)
    user.groups.add(Group.objects.get(name=MANAGER))
    return user


def test_visitors_get_the_page_with_503_and_when_to_look_again(client: Client, wine: Product) -> None:
    opens_at = timezone.now() + timedelta(hours=2)
    set_mode(Visibility.CLOSED, opens_at, heading="Soon", text="One.\r\n\r\nTwo.")
    for path in ("/", "/shop/", wine.get_absolute_url(), "/nowhere/"):
        answer = client.get(path)
        assert answer.status_code == 503
        assert 7190 < int(answer["Retry-After"]) <= 7201
        assert "no-store" in answer["Cache-Control"]
        assert answer["X-Robots-Tag"] == "noindex"
        assert COMING_SOON in answer.text
        assert "Dolcetto" not in answer.text
    page = client.get("/", headers=JSON).json()
    assert (page["heading"], page["paragraphs"]) == ("Soon", ["One.", "Two."])
    assert page["opens_on"]


def test_customers_are_visitors_too(client: Client, wine: Product) -> None:
    client.force_login(make_user("nora@example.com"))
    set_mode(Visibility.SHOP_CLOSED)
    assert client.get("/shop/").status_code == 503
    assert client.get("/").status_code == 200
    assert client.get("/producer/").status_code == 200


def test_accounts_placed_orders_and_links_of_mails_stay_open(client: Client) -> None:
    set_mode(Visibility.CLOSED)
    paths = ("/my-source/", "/checkout/find-order/", "/checkout/order-received/", "/robots.txt", "/admin/login/")
    assert [client.get(path).status_code for path in paths] == [200, 200, 200, 200, 200]
    assert client.get("/alerts/stop/forged/").status_code == 404
    assert client.get("/checkout/order-pay/1/").status_code == 404
    assert client.post("/?wc-api=wc_stripe", b"{}", "application/json").status_code == 400


def test_the_cart_is_kept_and_the_page_says_so(client: Client, wine: Product) -> None:
    client.post("/?wc-ajax=add_to_cart", {"product_id": wine.pk})
    set_mode(Visibility.SHOP_CLOSED)
    assert client.get("/cart/", headers=JSON).json()["keeps_cart"] is True
    set_mode(Visibility.LIVE)
    assert len(client.get("/cart/", headers=JSON).json()["contents"]["lines"]) == 1


def test_links_add_nothing_to_a_cart(client: Client, wine: Product) -> None:
    set_mode(Visibility.SHOP_CLOSED)
    assert client.get(f"/?add-to-cart={wine.pk}").status_code == 503
    assert client.get(f"/my-source/?add-to-cart={wine.pk}").status_code == 503
    for call in ("wc-api=x", "reset_password=1"):
        assert client.get(f"/?{call}&add-to-cart={wine.pk}").status_code == 503
    assert "Dolcetto" not in client.get(f"/?wc-ajax=get_refreshed_fragments&add-to-cart={wine.pk}").text


def test_a_held_bottle_waits_and_may_be_declined(client: Client) -> None:
    wine = make_product(name="Dolcetto", stock=1)
    held = hold_bottle(only_variation(wine).pk, timezone.now() + timedelta(hours=5))
    alert = Alert.objects.create(
        kind="restock", product=wine, variation=only_variation(wine), email="ada@example.com", held_bottle=held
    )
    link = f"/alerts/bottle/{sign_alert(alert)}/"
    set_mode(Visibility.CLOSED)
    for answer in (client.get(link, headers=JSON), client.post(link, headers=JSON)):
        assert (answer.status_code, "stays held until" in answer.text) == (503, True)
        assert answer.json()["links"][0]["url"] == f"{link}decline/"
    assert not CartLine.objects.exists()
    assert COMING_SOON in client.get("/alerts/bottle/forged/").text
    assert client.post(f"{link}decline/").status_code == 200
    assert COMING_SOON in client.get(link).text


@pytest.mark.parametrize("path", ["/feed/", "/feed/google-products.xml", "/sitemap.xml", "/sitemap-products.xml"])
def test_feeds_and_sitemaps_answer_in_plain_text(client: Client, wine: Product, path: str) -> None:
    set_mode(Visibility.SHOP_CLOSED)
    answer = client.get(path)
    assert (answer.status_code, answer["Content-Type"]) == (503, "text/plain; charset=utf-8")


def test_robots_are_sent_away(client: Client) -> None:
    set_mode(Visibility.CLOSED)
    assert client.get("/robots.txt").text == "User-agent: *\nDisallow: /\n"
    set_mode(Visibility.SHOP_CLOSED)
    assert "Disallow: /shop/\n" in client.get("/robots.txt").text
    assert "Sitemap" not in client.get("/robots.txt").text
    set_mode(Visibility.LIVE)
    assert "Disallow: /shop/\n" not in client.get("/robots.txt").text


def test_the_store_api_refuses_in_its_own_shape(client: Client, wine: Product) -> None:
    set_mode(Visibility.SHOP_CLOSED)
    for answer in (
        client.get("/wp-json/wc/store/v1/products"),
        client.post("/wp-json/wc/store/v1/checkout", {}, "application/json"),
    ):
        body = answer.json()
        assert (answer.status_code, body["code"], body["data"]) == (503, "store_coming_soon", {"status": 503})
        assert "Your cart is kept" in body["message"]


def test_staff_with_the_permission_comes_in(client: Client, wine: Product, manager: User) -> None:
    client.force_login(manager)
    set_mode(Visibility.CLOSED)
    answer = client.get(wine.get_absolute_url())
    assert answer.status_code == 200
    assert "Dolcetto" in answer.text
    assert "no-store" in answer["Cache-Control"]
    assert answer["X-Robots-Tag"] == "noindex"
    assert client.post("/?wc-ajax=add_to_cart", {"product_id": wine.pk}).json()["fragments"]


def test_staff_without_the_permission_does_not(client: Client) -> None:
    viewer = make_user("viewer@example.com", is_staff=True)
    viewer.groups.add(Group.objects.get(name=VIEWER))
    client.force_login(viewer)
    set_mode(Visibility.CLOSED)
    assert client.get("/shop/").status_code == 503


def test_customers_with_the_permission_do_not(client: Client, manager: User) -> None:
    User.objects.filter(pk=manager.pk).update(is_staff=False)
    client.force_login(manager)
    set_mode(Visibility.CLOSED)
    assert client.get("/shop/").status_code == 503


def test_closed_pages_are_no_errors_in_the_log(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    set_mode(Visibility.CLOSED)
    with caplog.at_level("INFO"):
        assert client.get("/shop/").status_code == 503
    assert {record.levelname for record in caplog.records if "request" in record.name} == {"INFO"}
