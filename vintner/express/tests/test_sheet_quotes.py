"""Nothing is charged but what the sheet showed."""

from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone

from vintner.cart import carts
from vintner.cart.models import Cart
from vintner.express import jobs, middleware
from vintner.express.models import ButtonPlace, SheetQuote
from vintner.express.sheet_quotes import newest_quote, read_quote, refuse_other_purchase, store_order_quote, store_quote
from vintner.money import Money
from vintner.orders.models import Order
from vintner.refusal import Refusal
from vintner.testing.builders import make_cart, make_product

pytestmark = pytest.mark.django_db


def store(cart: Cart) -> SheetQuote:
    now = timezone.now()
    return store_quote(carts.quote_cart(cart, now=now), ButtonPlace.CART, now=now)


@pytest.fixture
def cart(db: None) -> Cart:
    return make_cart((make_product(price="16.99"), 2), country="US", state="CA", postcode="94110")


def refusal(quote_id: str, sheet_hash: str, cart_id: UUID, *, minutes: int = 0) -> str:
    with pytest.raises(Refusal) as caught:
        read_quote(quote_id, sheet_hash, cart_id=cart_id, now=timezone.now() + timedelta(minutes=minutes))
    assert "Nothing was charged" in caught.value.message
    return caught.value.code


def test_an_order_finds_what_its_sheet_showed(cart: Cart) -> None:
    stored = store(cart)
    found = read_quote(str(stored.pk), stored.hash, cart_id=cart.pk, now=timezone.now())
    assert (found.total, found.currency, found.state, found.postcode) == (stored.total, "USD", "CA", "94110")


def test_a_quote_is_for_fifteen_minutes(cart: Cart) -> None:
    stored = store(cart)
    found = read_quote(str(stored.pk), stored.hash, cart_id=cart.pk, now=stored.created_at + timedelta(minutes=14))
    assert found == stored
    assert refusal(str(stored.pk), stored.hash, cart.pk, minutes=15) == "quote_expired"


def test_a_quote_of_another_cart_or_with_another_hash_is_none(cart: Cart) -> None:
    stored = store(cart)
    assert refusal(str(stored.pk), stored.hash, make_cart().pk) == "quote_missing"
    assert refusal(str(stored.pk), "0" * 32, cart.pk) == "quote_missing"
    assert refusal(str(uuid4()), stored.hash, cart.pk) == "quote_missing"


@pytest.mark.parametrize("text", ["", "no id", "\x00", "9" * 500, None, 7, ["a"]])
def test_what_is_no_id_names_no_quote(cart: Cart, text: str) -> None:
    assert refusal(text, store(cart).hash, cart.pk) == "quote_missing"


def test_another_total_is_refused_with_both_amounts(cart: Cart) -> None:
    stored = store(cart)
    with pytest.raises(Refusal) as caught:
        refuse_other_purchase(stored, total=stored.total + Money(410), cart_hash=stored.hash)
    now, then = stored.total + Money(410), stored.total
    assert caught.value.code == "total_changed"
    assert caught.value.message == (
        f"The total is {now} now, not {then}. Nothing was charged: please open the wallet again."
    )


def test_other_contents_at_the_same_total_are_refused(cart: Cart) -> None:
    stored = store(cart)
    cart.lines.all().delete()
    carts.add(cart, make_product(price="16.99").variations.get(), 2)
    quoted = carts.quote_cart(cart, now=timezone.now())
    assert quoted.quote.total == stored.total
    with pytest.raises(Refusal, match="something else"):
        refuse_other_purchase(stored, total=quoted.quote.total, cart_hash=quoted.cart_hash)


def test_what_is_as_the_sheet_showed_it_is_taken(cart: Cart) -> None:
    stored = store(cart)
    quoted = carts.quote_cart(cart, now=timezone.now())
    refuse_other_purchase(stored, total=quoted.quote.total, cart_hash=quoted.cart_hash)


def test_who_names_no_quote_is_held_to_the_newest_that_the_browser_was_told(cart: Cart, client: Client) -> None:
    older, newer, unseen = store(cart), store(cart), store(cart)
    other = store(make_cart((make_product(), 1)))
    request = RequestFactory().get("/")
    for quote in (older, newer, other):
        response = HttpResponse()
        middleware.tell_quote(request, response, quote)
        request.COOKIES = {name: morsel.value for name, morsel in response.cookies.items()}
        assert response.cookies[middleware.QUOTES]["httponly"]
    told = middleware.read_told_quotes(request)
    found = newest_quote(told, cart_id=cart.pk, now=timezone.now())
    assert found.pk == newer.pk != unseen.pk
    with pytest.raises(Refusal, match="do not know"):
        newest_quote((), cart_id=cart.pk, now=timezone.now())
    with pytest.raises(Refusal, match="too old"):
        newest_quote(told, cart_id=cart.pk, now=timezone.now() + timedelta(minutes=16))


def test_a_forged_cookie_names_no_quote(cart: Cart) -> None:
    request = RequestFactory().get("/")
    request.COOKIES = {middleware.QUOTES: f"{store(cart).pk.hex}:forged:signature"}
    assert middleware.read_told_quotes(request) == ()


def test_an_order_has_quotes_of_its_own(cart: Cart) -> None:
    order = Order.objects.create(
        email="jane@example.com",
        subtotal=Money(5210),
        total=Money(5210),
        cart_hash="a" * 32,
        billing={},
        shipping={},
    )
    stored = store_order_quote(order, now=timezone.now())
    found = read_quote(str(stored.pk), "a" * 32, order_id=order.pk, now=timezone.now())
    assert found.total == Money(5210)
    with pytest.raises(Refusal):
        read_quote(str(stored.pk), "a" * 32, cart_id=cart.pk, now=timezone.now())


def test_a_job_deletes_what_was_over_a_day_ago(cart: Cart) -> None:
    stored = store(cart)
    for hours, left in ((24, 1), (25, 0)):
        jobs.delete_old_quotes(int((stored.created_at + timedelta(hours=hours)).timestamp()))
        assert SheetQuote.objects.count() == left
