"""Shoppers while the database cannot be reached. A relay stands before the real one, and is stopped and started."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.cache import caches
from django.db import OperationalError, connection, transaction

from vintner.catalogue.models import Product
from vintner.database_outage import is_outage
from vintner.testing.builders import make_product, make_user
from vintner.testing.held_clock import HeldClock
from vintner.web import answers, catalogue_version
from vintner.wire import fault_views
from vintner.wire.tests.database_relay import OutageBrowser, Relay, relayed

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def relay(tmp_path: Path) -> Iterator[Relay]:
    with relayed(tmp_path) as relay:
        yield relay


@pytest.fixture
def wine() -> Product:
    return make_product(name="Dolcetto", price="16.99", stock=40)


@pytest.fixture
def shopper() -> OutageBrowser:
    return OutageBrowser(raise_request_exception=False, headers={"Sec-Fetch-Site": "same-origin"})


@pytest.fixture(autouse=True)
def _look_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue_version, "CHECK_SECONDS", 0.0)
    monkeypatch.setattr(answers, "render_page", lambda component, props: "<main>")  # the renderer is up
    caches["pages"].clear()


def test_kept_pages_go_on_and_the_store_heals(relay: Relay, wine: Product, shopper: OutageBrowser) -> None:
    page = shopper.get(wine.get_absolute_url()).content
    relay.stop()
    assert shopper.get(wine.get_absolute_url()).content == page
    assert shopper.get("/shop/").status_code == 503, "it was not kept"
    relay.start()
    assert shopper.get("/shop/").status_code == 200
    Product.objects.filter(pk=wine.pk).update(name="Barbera")
    assert b"Barbera" in shopper.get(wine.get_absolute_url()).content


def test_customers_browse_on_as_well(relay: Relay, wine: Product, shopper: OutageBrowser) -> None:
    shopper.force_login(make_user("nora@example.com"))
    page = shopper.get(wine.get_absolute_url()).content
    relay.stop()
    assert shopper.get(wine.get_absolute_url()).content == page
    relay.start()


def test_after_some_time_kept_pages_end(
    relay: Relay, wine: Product, shopper: OutageBrowser, held_clock: HeldClock
) -> None:
    shopper.get(wine.get_absolute_url())
    relay.stop()
    held_clock.move(catalogue_version.KEPT_SECONDS - 1)
    assert shopper.get(wine.get_absolute_url()).status_code == 200
    held_clock.move(1)
    assert shopper.get(wine.get_absolute_url()).status_code == 503
    relay.start()


def test_pages_say_that_the_store_is_back_in_a_moment(
    relay: Relay, wine: Product, shopper: OutageBrowser, caplog: pytest.LogCaptureFixture
) -> None:
    relay.stop()
    for path in ("/cart/", "/checkout/", "/my-source/", "/shop/", "/admin/"):
        response = shopper.get(path)
        assert response.status_code == 503, path
        assert response["Retry-After"] == str(fault_views.RETRY_SECONDS)
        assert "no-store" in response["Cache-Control"]
        assert fault_views.TITLE in response.content.decode()
    relay.start()
    assert "Traceback" not in caplog.text


def test_calls_say_so_in_their_own_shape(relay: Relay, shopper: OutageBrowser) -> None:
    relay.stop()
    checkout = shopper.post("/?wc-ajax=checkout", {"billing_email": "nora@example.com"})
    assert (checkout.status_code, checkout.json()["result"]) == (503, "failure")
    assert fault_views.MESSAGE in checkout.json()["messages"]
    cart = shopper.get("/wp-json/wc/store/v1/cart")
    assert (cart.status_code, cart.json()["code"]) == (503, fault_views.CODE)
    assert shopper.get("/?wc-ajax=get_refreshed_fragments").status_code == 503
    assert shopper.post("/?wc-api=wc_stripe", "{}", "application/json").status_code in (400, 503)
    assert shopper.get("/sitemap-products.xml")["Content-Type"].startswith("text/plain")
    relay.start()


def test_a_query_that_took_too_long_is_no_outage() -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT set_config('statement_timeout', '10', true)")
        with pytest.raises(OperationalError) as raised, transaction.atomic():
            cursor.execute("SELECT pg_sleep(5)")
    assert not is_outage(raised.value)
    assert is_outage(OperationalError("connection refused"))
