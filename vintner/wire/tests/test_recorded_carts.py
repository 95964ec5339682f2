"""Recorded requests about carts, sent again: our answers have the shapes of the recorded ones.

Products, line keys and tokens are exchanged for ours. Answers may say more than the recorded ones, never less.
"""

import json
import re
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from tests.reference import reference
from vintner.cart import coupons
from vintner.cart.models import Cart, CartLine
from vintner.catalogue.models import Product
from vintner.pricing.models import Coupon, Promotion, Tier
from vintner.testing.builders import make_product, make_variable_product, set_stock

pytestmark = pytest.mark.django_db
THEMES = ("a.cart-contents", "a.footer-cart-contents")
"""Fragments that belong to the recorded shop's look."""


class RecordedShop:
    """A visitor with a token, and wines that stand for the recorded ones."""

    def __init__(self) -> None:
        self.client = Client(enforce_csrf_checks=True)
        self.client.get("/cart/", headers={"Accept": "application/json"})
        self.token = self.client.cookies["csrftoken"].value
        self.wine, self.scarce = make_product(name="Wine"), make_product(name="Scarce", stock=3)
        self.variation = make_variable_product().variations.all()[0]
        promotion = Promotion.objects.create(title="Bulk")
        for at_least, at_most, percent in ((3, 5, 10), (6, None, 20)):
            Tier.objects.create(promotion=promotion, at_least=at_least, at_most=at_most, value=percent)
        for code in ("save10", "solo20"):
            Coupon.objects.create(code=code, kind="percent", amount=10)

    def put_in(self, wine: Product, quantity: int) -> None:
        self.client.post("/?wc-ajax=add_to_cart", {"product_id": wine.pk, "quantity": quantity})

    def use(self, code: str) -> None:
        coupons.add(Cart.objects.get(), code, now=timezone.now())

    def fitted(self, body: dict[str, object]) -> dict[str, object]:
        ids = {141: self.wine.pk, 144: self.wine.pk, 241: self.scarce.pk, 262: self.variation.pk}
        return {name: self._fitted(name, value, ids) for name, value in body.items()}

    def _fitted(self, name: str, value: object, ids: dict[int, int]) -> object:
        if name in ("product_id", "add-to-cart"):
            return ids.get(value, value) if isinstance(value, int) else value
        if name in ("security", "awdr_nonce") and value != "bad":
            return self.token
        if name in ("cart_key", "cart_item_key") and re.fullmatch("[0-9a-f]{32}", str(value)):
            return CartLine.objects.latest("id").key
        return value


Before = Callable[[RecordedShop], None]


def nothing(shop: RecordedShop) -> None:
    """A new visitor."""


def one_wine(shop: RecordedShop) -> None:
    shop.put_in(shop.wine, 2)


def two_scarce(shop: RecordedShop) -> None:
    shop.put_in(shop.scarce, 2)


def two_wines(shop: RecordedShop) -> None:
    one_wine(shop)
    two_scarce(shop)


def sold_out(shop: RecordedShop) -> None:
    one_wine(shop)
    set_stock(shop.scarce, 0)


def a_coupon(shop: RecordedShop) -> None:
    one_wine(shop)
    shop.use("solo20")


class RecordedCase(NamedTuple):
    """A recording, what was there before, and, where we do not copy the recorded answer: our status and keys."""

    name: str
    before: Before
    better: tuple[int, frozenset[str]] | None = None


ERROR, CART = frozenset({"error", "message"}), frozenset({"fragments", "cart_hash"})
CASES = (
    RecordedCase("ajax_add_to_cart_success", nothing),
    RecordedCase("ajax_add_to_cart_over_stock", nothing),
    RecordedCase("ajax_add_to_cart_over_stock_merged", two_scarce),
    RecordedCase("ajax_add_to_cart_over_stock_existing_session", one_wine),
    RecordedCase("ajax_add_to_cart_unknown_product", nothing),
    RecordedCase("ajax_get_refreshed_fragments", one_wine),
    RecordedCase("ajax_get_refreshed_fragments_empty", nothing),
    RecordedCase("ajax_remove_from_cart_success", two_wines),
    RecordedCase("ajax_remove_from_cart_unknown_key", one_wine),
    RecordedCase("ajax_unknown_endpoint", nothing),
    RecordedCase("ajax_apply_coupon_success", one_wine),
    RecordedCase("ajax_apply_coupon_unknown", one_wine),
    RecordedCase("ajax_apply_coupon_empty", one_wine),
    RecordedCase("ajax_apply_coupon_bad_nonce", one_wine),
    RecordedCase("ajax_remove_coupon_success", a_coupon),
    RecordedCase("ajax_remove_coupon_empty", a_coupon),
    RecordedCase("ajax_remove_coupon_bad_nonce", a_coupon),
    RecordedCase("wdr_get_price_html_qty3", nothing),
    RecordedCase("wdr_get_price_html_bad_nonce", nothing),
    RecordedCase("wdr_bulk_table_variation", nothing),
    RecordedCase("wdr_unknown_method", nothing),
    RecordedCase("awdr_get_product_discount", nothing),
    RecordedCase("xoo_cp_add_to_cart_success", nothing),
    RecordedCase("xoo_cp_add_to_cart_over_stock", sold_out),
    RecordedCase("xoo_cp_add_to_cart_unknown", one_wine),
    RecordedCase("xoo_cp_update_cart_success", one_wine),
    RecordedCase("xoo_cp_update_cart_over_stock", one_wine, (200, ERROR)),
    RecordedCase("xoo_cp_update_cart_unknown_key", one_wine, (200, ERROR)),
    RecordedCase("xoo_cp_empty_cart", one_wine, (200, CART)),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_recorded_request_gets_an_answer_of_the_recorded_shape(case: RecordedCase) -> None:
    cache.clear()
    recorded = json.loads(reference(f"spec/wire/{case.name}.json").read_text())
    shop = RecordedShop()
    case.before(shop)
    answer = _send(shop, recorded["request"])
    if case.better:
        status, keys = case.better
        assert (answer.status_code, frozenset(json.loads(answer.content))) == (status, keys)
        return
    expected = recorded["response"]
    assert answer.status_code == expected["status"]
    assert answer["Content-Type"].lower() == expected["headers"]["Content-Type"].lower()
    assert answer["Cache-Control"] == expected["headers"]["Cache-Control"]
    assert _cookies(expected) <= set(answer.cookies)
    _compare(answer, expected)


def _send(shop: RecordedShop, request: dict[str, Any]) -> HttpResponse:
    if request["method"] == "GET":
        return shop.client.get(request["url"])  # type: ignore[return-value]
    return shop.client.post(request["url"], shop.fitted(request["body"]))  # type: ignore[return-value]


def _cookies(expected: dict[str, Any]) -> set[str]:
    """Return the cookies that the outside reads; the one that names the cart is our own."""
    names = {text.partition("=")[0] for text in expected["headers"].get("Set-Cookie", ())}
    return {name for name in names if name.startswith("woocommerce_")}


def _compare(answer: HttpResponse, expected: dict[str, Any]) -> None:
    if expected["json"] is not None:
        _holds(json.loads(answer.content), expected["json"])
    elif expected["text"].strip().startswith("<"):
        outermost = re.compile(r"\s*(<\w+ class=\"[^\"]+\" role=\"alert\">)")
        found, wanted = outermost.match(answer.content.decode()), outermost.match(expected["text"])
        assert found and wanted and found[1] == wanted[1]  # noqa: PT018 - one statement about one element
    else:
        assert answer.content.decode() == expected["text"]


def _holds(ours: object, recorded: object, path: str = "") -> None:
    """Check that every recorded key is there with a value of the same kind; ids of rules differ."""
    if isinstance(recorded, dict):
        assert isinstance(ours, dict), path
        if all(key.isdigit() for key in recorded):
            ours, recorded = {"id": next(iter(ours.values()))}, {"id": next(iter(recorded.values()))}
        for key in set(recorded) - set(THEMES):
            assert key in ours, f"{path}.{key}"
            _holds(ours[key], recorded[key], f"{path}.{key}")
    elif isinstance(recorded, list):
        assert isinstance(ours, list), path
        assert [_kind(each) for each in ours] == [_kind(each) for each in recorded], path
    else:
        assert _kind(ours) == _kind(recorded), path


def _kind(value: object) -> str:
    return "number" if type(value) in (int, float) else type(value).__name__
