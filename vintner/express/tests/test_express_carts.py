"""A purchase from a product page has a cart of its own, and leaves the shopper's own cart as it is."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from vintner.cart import carts
from vintner.cart.carts import CartVisitor
from vintner.cart.merge_carts import merge_guest_cart
from vintner.cart.models import Cart, CartCoupon, CartLine
from vintner.cart.rows import lock_and_find
from vintner.cart.signals import quantity_changed
from vintner.catalogue.models import Product, Variation
from vintner.customers.models import User
from vintner.express import jobs
from vintner.express.express_carts import delete_express_cart, fill_express_cart, find_express_cart
from vintner.pricing.models import Coupon
from vintner.privacy.collect import collect
from vintner.refusal import Refusal
from vintner.testing.builders import make_cart, make_product, make_user
from vintner.testing.races import run_together

pytestmark = pytest.mark.django_db
GUEST = CartVisitor(None, None)


@pytest.fixture
def wine(db: None) -> Product:
    return make_product(name="Quinta", stock=5, price="20")


def bottle(wine: Product) -> Variation:
    return wine.variations.get()


def fill(visitor: CartVisitor, wine: Product, quantity: int = 1) -> Cart:
    return fill_express_cart(visitor, bottle(wine), quantity, now=timezone.now())


def rows(cart: Cart) -> list[Any]:
    """Everything that the database knows of a cart."""
    return [
        list(Cart.objects.filter(pk=cart.pk).values()),
        list(CartLine.objects.filter(cart=cart).order_by("pk").values()),
        list(CartCoupon.objects.filter(cart=cart).order_by("pk").values()),
    ]


def test_it_holds_what_the_page_shows_and_nothing_else(wine: Product) -> None:
    first = fill(GUEST, make_product(name="Other"), 3)
    cart = fill(CartVisitor(first.pk, None), wine, 2)
    assert cart.pk == first.pk
    assert [(line.variation.product.name, line.quantity) for line in cart.lines.all()] == [("Quinta", 2)]


def test_it_starts_anew_with_each_page(wine: Product) -> None:
    cart = fill(GUEST, wine)
    Cart.objects.filter(pk=cart.pk).update(state="NY", country="US", shipping_rate="flat_rate:1", email="a@example.com")
    cart = fill(CartVisitor(cart.pk, None), wine)
    cart.refresh_from_db()
    assert (cart.place, cart.shipping_rate, cart.email) == (None, "", "")


def test_what_cannot_be_bought_leaves_it_empty(wine: Product) -> None:
    cart = fill(GUEST, wine, 2)
    with pytest.raises(Refusal, match="only 5"):
        fill(CartVisitor(cart.pk, None), wine, 6)
    assert not cart.lines.exists()
    with pytest.raises(Refusal, match="only 5"):
        fill(GUEST, wine, 6)
    assert Cart.objects.count() == 1


@pytest.mark.parametrize("logged_in", [False, True])
def test_the_own_cart_is_as_before(wine: Product, logged_in: bool) -> None:
    user = make_user() if logged_in else None
    own = make_cart((wine, 1), user=user, country="US", state="CA")
    CartCoupon.objects.create(cart=own, coupon=Coupon.objects.create(code="save", kind="percent", amount=10))
    before = rows(own)
    cart = fill(CartVisitor(None, user), wine, 2)
    assert rows(own) == before
    delete_express_cart(CartVisitor(cart.pk, user))
    assert rows(own) == before
    assert not Cart.objects.filter(is_express=True).exists()


def test_it_is_found_as_nobodys_own_cart(wine: Product) -> None:
    user = make_user()
    for customer in (None, user):
        cart = fill(CartVisitor(None, customer), wine)
        assert carts.find_cart(CartVisitor(cart.pk, customer)) is None
        assert lock_and_find(cart.pk, customer) is None
        own = carts.add_to_cart(CartVisitor(cart.pk, customer), bottle(wine), 1, now=timezone.now())
        assert own.pk != cart.pk
        own.delete()


def test_an_own_cart_is_no_express_cart(wine: Product) -> None:
    own = make_cart((wine, 1))
    assert find_express_cart(CartVisitor(own.pk, None)) is None
    cart = fill(CartVisitor(own.pk, None), wine)
    assert cart.pk != own.pk
    delete_express_cart(CartVisitor(own.pk, None))
    assert Cart.objects.filter(pk=own.pk).exists()


def test_logging_in_merges_no_express_cart(wine: Product) -> None:
    user = make_user()
    guest, express = make_cart((wine, 1)), fill(GUEST, wine, 2)
    customers = fill(CartVisitor(None, user), wine, 3)
    before = rows(express), rows(customers)
    assert merge_guest_cart(guest.pk, user, now=timezone.now()) == []
    assert (rows(express), rows(customers)) == before
    assert merge_guest_cart(express.pk, user, now=timezone.now()) == []
    assert rows(express) == before[0]


def test_logging_in_with_an_open_sheet_leaves_the_own_carts_merge_as_it_is(client: Client, wine: Product) -> None:
    user = make_user(password="a long password")
    make_cart((wine, 1), user=user)
    express = fill(CartVisitor(None, user), make_product(), 2)
    client.force_login(user)
    own = carts.find_cart(CartVisitor(None, user))
    assert own is not None
    assert own.pk != express.pk
    assert [line.variation.product.name for line in own.lines.all()] == ["Quinta"]


def test_a_customers_is_for_that_customer_alone(wine: Product) -> None:
    user, other = make_user(), make_user()
    cart = fill(CartVisitor(None, user), wine)
    assert cart.user == user
    for visitor in (None, other):
        assert find_express_cart(CartVisitor(cart.pk, visitor)) is None
    assert find_express_cart(CartVisitor(cart.pk, user)) == cart


def test_a_guests_becomes_the_customers_after_logging_in(wine: Product) -> None:
    cart, user = fill(GUEST, wine), make_user()
    found = find_express_cart(CartVisitor(cart.pk, user))
    assert found is not None
    assert found.user == user


def test_statistics_count_no_bottles_of_it(wine: Product, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[int] = []
    monkeypatch.setattr(quantity_changed, "send", lambda _, product_id, change: sent.append(change))
    cart = fill(GUEST, wine, 2)
    carts.set_quantities(cart, {cart.lines.get().key: 1})
    assert sent == []
    carts.add_to_cart(GUEST, bottle(wine), 1, now=timezone.now())
    assert sent == [1]


def test_an_archive_of_personal_data_has_own_carts_only(wine: Product) -> None:
    user: User = make_user()
    make_cart((wine, 1), user=user)
    fill(CartVisitor(None, user), wine)
    assert len(collect(user)["carts"]) == 1


def test_a_job_deletes_it_an_hour_after_its_last_change(wine: Product) -> None:
    own, cart = make_cart((wine, 1), user=make_user()), fill(CartVisitor(None, make_user()), wine)
    cart.refresh_from_db()
    for minutes, left in ((60, 2), (61, 1)):
        jobs.delete_old_carts(int((cart.updated_at + timedelta(minutes=minutes)).timestamp()))
        assert Cart.objects.count() == left
    assert Cart.objects.get() == own


@pytest.mark.django_db(transaction=True)
def test_two_presses_at_once_leave_one_choice() -> None:
    wines = [make_product(name="One"), make_product(name="Two")]
    cart = fill(GUEST, wines[0])
    mine = CartVisitor(cart.pk, None)
    for _ in range(5):
        assert run_together([partial(fill, mine, wine, 2) for wine in (*wines, *wines)]) == []
        assert cart.lines.get().quantity == 2


@pytest.mark.django_db(transaction=True)
def test_a_press_while_the_cart_is_deleted_is_answered() -> None:
    wine = make_product(name="One")
    for _ in range(5):
        mine = CartVisitor(fill(GUEST, wine).pk, None)
        later = int((timezone.now() + timedelta(hours=2)).timestamp())
        deletes = partial(delete_express_cart, mine), partial(jobs.delete_old_carts, later)
        assert run_together([partial(fill, mine, wine), *deletes, partial(fill, mine, wine)]) == []


def test_the_job_reads_express_carts_alone(wine: Product) -> None:
    fill(GUEST, wine)
    old = Cart.objects.filter(is_express=True, updated_at__lt=timezone.now()).order_by("updated_at")
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        assert "express_carts_by_age" in old.explain()
