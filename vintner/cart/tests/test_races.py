"""Changes of one cart at the same time: none is lost."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime
from functools import partial
from threading import Barrier, BrokenBarrierError

import pytest
from django.db import transaction

from vintner.cart import carts
from vintner.cart.models import Cart
from vintner.catalogue.models import Variation
from vintner.shipping.rules import Place
from vintner.testing.builders import make_cart, make_product, only_variation
from vintner.testing.races import LONGEST_WAIT, run_together, run_while_blocked
from vintner.testing.store import open_shop

pytestmark = pytest.mark.django_db(transaction=True)
AT_ONCE = 20


def held(cart: Cart) -> dict[int, int]:
    return dict(cart.lines.filter(removed_at=None).values_list("variation_id", "quantity"))


def test_twenty_adds_of_one_wine_make_twenty_bottles() -> None:
    open_shop()
    cart, wine = make_cart(), only_variation(make_product())
    assert run_together([lambda: carts.add(cart, wine, 1)] * AT_ONCE) == []
    assert held(cart) == {wine.pk: AT_ONCE}


def test_twenty_adds_of_different_wines_make_twenty_lines() -> None:
    cart = make_cart()
    wines = [only_variation(make_product()) for _ in range(AT_ONCE)]
    assert run_together([partial(carts.add, cart, wine, 1) for wine in wines]) == []
    assert held(cart) == {wine.pk: 1 for wine in wines}


def test_a_cart_never_holds_more_than_there_is() -> None:
    cart, wine = make_cart(), only_variation(make_product(stock=7))
    refused = run_together([lambda: carts.add(cart, wine, 1)] * AT_ONCE)
    assert refused == ["not_enough_with_cart"] * (AT_ONCE - 7)
    assert held(cart) == {wine.pk: 7}


def test_adding_removing_and_undoing_at_once_keeps_one_line_per_wine() -> None:
    wine, other = only_variation(make_product()), only_variation(make_product())
    cart = make_cart((wine, 1), (other, 1))
    key = cart.lines.get(variation=wine).key
    actions: list[Callable[[], object]] = [
        lambda: carts.add(cart, wine, 1),
        lambda: carts.remove(cart, key),
        lambda: carts.restore(cart, key),
        lambda: carts.add(cart, other, 1),
    ]
    assert set(run_together(actions * 5)) <= {"unknown_line"}
    assert held(cart)[other.pk] == 6
    assert cart.lines.filter(variation=wine).count() <= 2


@pytest.mark.parametrize(("locked", "bottles"), [(True, 3), (False, 2)], ids=["with the lock", "without it"])
def test_the_lock_is_what_keeps_both(monkeypatch: pytest.MonkeyPatch, locked: bool, bottles: int) -> None:
    """Two read the cart before either writes, unless the first thing they do is to wait for its row."""
    open_shop()
    wine = only_variation(make_product())
    cart, both_have_read, check = make_cart((wine, 1)), Barrier(2), carts._check_new_quantity

    def checked_together(at: Cart, variation: Variation, quantity: int, in_cart: int, now: datetime) -> int:
        with suppress(BrokenBarrierError):
            # With the lock the second one cannot come: the first waits in vain, so not for long.
            both_have_read.wait(timeout=1 if locked else LONGEST_WAIT)
        return check(at, variation, quantity, in_cart, now)

    monkeypatch.setattr(carts, "_check_new_quantity", checked_together)
    if not locked:
        monkeypatch.setattr(carts, "lock_and_touch", lambda cart: None)
    assert run_together([lambda: carts.add(cart, wine, 1)] * 2) == []
    assert held(cart) == {wine.pk: bottles}


@pytest.fixture
def locked_cart() -> Iterator[Cart]:
    """A cart with one line whose row this connection has locked; the lock ends with `transaction.commit()`."""
    open_shop()
    cart = make_cart((only_variation(make_product()), 1))
    transaction.set_autocommit(False)
    try:
        Cart.objects.select_for_update().get(pk=cart.pk)
        yield cart
    finally:
        transaction.rollback()
        transaction.set_autocommit(True)


def test_emptying_waits_for_the_cart_before_it_touches_a_line(locked_cart: Cart) -> None:
    """Who holds the cart's lock may go on to its lines: otherwise each would wait for the other."""

    def change_a_line() -> None:
        locked_cart.lines.select_for_update(nowait=True).get()
        locked_cart.lines.update(quantity=5)
        transaction.commit()

    run_while_blocked(lambda: carts.empty(locked_cart), change_a_line)
    assert held(locked_cart) == {}


@pytest.mark.parametrize(
    "change",
    [
        lambda cart: carts.choose_delivery(cart, "flat_rate:1"),
        lambda cart: carts.set_destination(cart, Place(country="US", state="CA", postcode="94110")),
    ],
    ids=["delivery", "address"],
)
def test_a_cart_that_is_merged_away_meanwhile_is_no_fault(locked_cart: Cart, change: Callable[[Cart], None]) -> None:
    def delete() -> None:
        Cart.objects.filter(pk=locked_cart.pk).delete()
        transaction.commit()

    run_while_blocked(lambda: change(locked_cart), delete)
    assert not Cart.objects.exists()
