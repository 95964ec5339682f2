"""Google Analytics, in stores that use it: where it may be, and what visitors are told of it before they agree."""

import os
import subprocess
import sys

import pytest
from django.core.cache import caches
from django.http.response import HttpResponseBase
from django.test import Client
from pytest_django import Settings

from vintner.consent import cookie
from vintner.consent.store_words import WITH_GOOGLE
from vintner.consent.words import VERSION
from vintner.express.models import ExpressSettings
from vintner.orders.models import Order
from vintner.orders.ownership import link
from vintner.testing.builders import make_product, make_user
from vintner.testing.provider import DECLINED, ProviderDouble
from vintner.testing.shopper import Shopper, only_order
from vintner.web import answers

pytestmark = pytest.mark.usefixtures("store")
ID = "G-AB12CD34EF"
HOSTS = {
    "script-src": {"https://www.googletagmanager.com"},
    "img-src": {"https://www.googletagmanager.com", "https://*.google-analytics.com"},
    "connect-src": {
        "https://www.googletagmanager.com",
        "https://*.google-analytics.com",
        "https://*.analytics.google.com",
    },
}


@pytest.fixture
def with_google(settings: Settings) -> None:
    settings.GA4_ID = ID


def google_hosts(response: HttpResponseBase) -> dict[str, set[str]]:
    """Return Google's hosts by directive."""
    directives = (each.split() for each in response["Content-Security-Policy"].split(";"))
    found = {name: {host for host in hosts if "google" in host} for name, *hosts in directives}
    return {name: hosts for name, hosts in found.items() if hosts}


def has_tag(client: Client, path: str) -> bool:
    """Return whether a page has the tag. Its content policy has to say the same."""
    response = client.get(path)
    assert response.status_code in (200, 404), path
    found = f'data-ga4="{ID}"'.encode() in response.content
    assert google_hosts(response) == (HOSTS if found else {}), path
    return found


@pytest.mark.parametrize("wrong", ["UA-12345-1", "G-ab12cd34", "G-AB1", "G-AB12CD34EF;", "G-AB12 CD34"])
def test_the_store_does_not_start_with_another_id(wrong: str) -> None:
    command = [sys.executable, "-c", "import vintner.settings"]
    ended = subprocess.run(command, env={**os.environ, "GA4_ID": wrong}, capture_output=True, text=True, check=False)
    assert (ended.returncode, "GA4_ID is not a measurement id" in ended.stderr) == (1, True)


def test_nothing_of_it_is_there_without_an_id(client: Client) -> None:
    wine = make_product()
    for path in ("/", "/shop/", wine.get_absolute_url(), "/cart/", "/cookies/"):
        response = client.get(path)
        assert b"ga4" not in response.content.lower()
        assert b"Google" not in response.content
        assert not google_hosts(response)


@pytest.mark.usefixtures("with_google")
def test_pages_of_the_shop_and_the_cart_have_it(client: Client) -> None:
    wine = make_product()
    for path in ("/", "/shop/", "/?s=port", wine.get_absolute_url(), "/producer/", "/cart/"):
        assert has_tag(client, path), path


@pytest.mark.usefixtures("with_google")
def test_a_page_with_buttons_of_wallets_does_not_have_it(client: Client) -> None:
    wine = make_product()
    assert has_tag(client, wine.get_absolute_url())
    ExpressSettings.objects.update_or_create(id=1, defaults={"wallets": ["google_pay"], "places": ["product"]})
    caches["pages"].clear()
    assert not has_tag(client, wine.get_absolute_url())
    assert has_tag(client, "/cart/")


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("with_google")
def test_a_page_out_of_the_cache_keeps_its_policy(
    client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_product()
    caches["pages"].clear()
    monkeypatch.setattr(answers, "render_page", lambda *_: "<main>")
    first, second = client.get("/shop/"), client.get("/shop/")
    assert google_hosts(first) == google_hosts(second) == HOSTS
    unchanged = client.get("/shop/", headers={"If-None-Match": second["ETag"]})
    assert (unchanged.status_code, google_hosts(unchanged)) == (304, HOSTS)
    settings.GA4_ID = ""
    assert not google_hosts(client.get("/shop/"))
    assert ID.encode() not in client.get("/shop/").content


@pytest.mark.usefixtures("with_google")
def test_pages_where_somebody_pays_never_have_it(provider: ProviderDouble) -> None:
    shopper = Shopper(Client()).puts(make_product(), 1)
    for path in ("/checkout/", "/checkout/classic/", "/checkout/block/"):
        assert not has_tag(shopper.client, path), path
    shopper.pays(DECLINED)
    assert not has_tag(shopper.client, link("order_pay", only_order()))
    shopper.client.force_login(make_user())
    assert not has_tag(shopper.client, "/my-source/add-payment-method/")


@pytest.mark.usefixtures("with_google")
def test_pages_of_persons_and_staff_do_not_have_it(client: Client) -> None:
    for path in ("/my-source/", "/checkout/find-order/", "/cookies/", "/no-such-page/", "/admin/login/"):
        assert not has_tag(client, path), path


@pytest.mark.usefixtures("with_google")
def test_the_receipt_has_it_and_its_order_opens_with_the_key_alone(provider: ProviderDouble) -> None:
    shopper = Shopper(Client()).puts(make_product(), 1)
    shopper.pays("pm_good")
    order: Order = only_order()
    assert has_tag(shopper.client, link("order_received", order))
    address = f"/wp-json/wc/store/v1/order/{order.pk}"
    assert shopper.client.get(f"{address}?key=wc_order_wrong").status_code == 401
    answer = shopper.client.get(f"{address}?key={order.key}").json()
    assert (answer["status"], answer["totals"]["total_price"]) == ("processing", str(order.total.minor))


@pytest.mark.usefixtures("with_google")
def test_visitors_read_of_it_before_they_agree(client: Client) -> None:
    page = client.get("/cookies/", headers={"Accept": "application/json"}).json()
    statistics = next(each for each in page["kinds"] if each["name"] == "statistics")
    assert "Google Analytics" in statistics["text"]
    assert "_ga, _ga_*" in [each["names"] for each in statistics["cookies"]]
    assert page["version"] == VERSION + WITH_GOOGLE


def test_a_yes_without_it_is_none_to_it(client: Client, settings: Settings) -> None:
    german = {"Accept-Language": "de-DE"}
    client.post("/cookies/", {"choice": "accept", "version": str(VERSION)}, headers=german)
    settings.GA4_ID = ID
    client.get("/shop/", headers=german)
    assert client.cookies[cookie.NAME].value == f"{VERSION + WITH_GOOGLE}.a"
    client.post("/cookies/", {"choice": "accept", "version": str(VERSION + WITH_GOOGLE)}, headers=german)
    client.get("/shop/", headers=german)
    assert client.cookies[cookie.NAME].value.startswith(f"{VERSION + WITH_GOOGLE}.y.sp.")
