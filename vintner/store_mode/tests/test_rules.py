"""Which addresses each mode closes."""

from datetime import UTC, datetime, timedelta

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from vintner.store_mode.rules import CALL_PATHS, OPEN_PATHS, SHOP_PATHS, SITE_PATHS, StoreMode, Visibility

NOW = datetime(2026, 11, 24, 12, tzinfo=UTC)
SHOP = ["/shop/", "/product/x/", "/cart/", "/checkout/", "/checkout/block/", "/favorites/", "/feed/", "/sitemap.xml"]
SHOP += ["/alerts/", "/alerts/wine/7/", "/alerts/countdowns/", "/alerts/bottle/x/"]
SHOP += [f"/wp-json/wc/store/v1/{path}" for path in ("cart", "checkout", "checkout/", "checkout/x", "checkout/7/x")]
SITE = ["/", "/producer/", "/producer/x/"]
OPEN = [
    *("/my-source/", "/my-source", "/my-source/orders/", "/admin/", "/admin", "/checkout/order-pay/7/"),
    *("/checkout/order-received/7/", "/alerts/stop/x/", "/alerts/confirm/x/", "/robots.txt", "/coming-soon/countdown/"),
    *("/alerts/weekly/x/", "/alerts/bottle/x/decline/", "/alerts/bottle/x/decline"),
    *("/wp-json/wc/store/v1/checkout/7", "/wp-json/wc/store/v1/checkout/7/"),
    *("/wp-admin/admin-ajax.php", "/wp-json/wp/v2/users/3", "/metrics/payments", "/static/x.css"),
]


@pytest.mark.parametrize("path", [*SHOP, *SITE, *OPEN])
def test_a_live_store_closes_nothing(path: str) -> None:
    assert not StoreMode().closes(path, NOW)


@pytest.mark.parametrize(("visibility", "closed"), [(Visibility.SHOP_CLOSED, SHOP), (Visibility.CLOSED, SHOP + SITE)])
def test_a_mode_closes_these_and_no_others(visibility: Visibility, closed: list[str]) -> None:
    mode = StoreMode(visibility)
    assert [path for path in [*SHOP, *SITE, *OPEN] if mode.closes(path, NOW)] == closed


@pytest.mark.parametrize("visibility", [Visibility.SHOP_CLOSED, Visibility.CLOSED])
def test_what_fills_a_cart_is_closed_wherever_it_is(visibility: Visibility) -> None:
    mode = StoreMode(visibility)
    assert mode.closes("/checkout/order-received/7/again/", NOW)
    assert mode.closes("/my-source/", NOW, adds=True)
    assert mode.closes("/", NOW, searches=True)


def test_an_unknown_address_is_closed_with_the_whole_store_only() -> None:
    assert StoreMode(Visibility.CLOSED).closes("/nowhere/", NOW)
    assert not StoreMode(Visibility.SHOP_CLOSED).closes("/nowhere/", NOW)


def test_the_store_opens_at_the_very_moment() -> None:
    mode = StoreMode(Visibility.CLOSED, opens_at=NOW)
    assert mode.closes("/", NOW - timedelta(microseconds=1))
    assert not mode.closes("/", NOW)


def test_programs_may_look_again_at_the_opening() -> None:
    assert StoreMode(Visibility.CLOSED).retry_seconds(NOW) == 3600
    assert StoreMode(Visibility.CLOSED, opens_at=NOW + timedelta(seconds=90)).retry_seconds(NOW) == 91
    assert StoreMode(Visibility.CLOSED, opens_at=NOW + timedelta(days=90)).retry_seconds(NOW) == 7 * 24 * 3600


CONTENT = {"/<slug:slug>/"}
"""Pages that the merchant writes are closed with the whole store only, like what is not there."""


def test_every_address_is_decided_upon() -> None:
    """A new one belongs into one of the lists of store_mode/rules.py."""
    decided = (*OPEN_PATHS, *SITE_PATHS, *SHOP_PATHS, *CALL_PATHS)
    roots = {f"/{_text(each)}" for each in get_resolver().url_patterns} - {"/", "/my-account/?"} - CONTENT
    assert {root for root in roots if not root.startswith(decided)} == set()


def _text(pattern: URLPattern | URLResolver) -> str:
    return str(pattern.pattern).removeprefix("^").removesuffix("$")
