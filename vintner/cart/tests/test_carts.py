"""What can be done to a cart."""

from datetime import timedelta

import pytest
from django.utils import timezone

from vintner.cart import carts
from vintner.cart.models import Cart
from vintner.cart.rules import MOST_LINES
from vintner.catalogue.models import Product, Variation
from vintner.orders.models import Order, StockReservation
from vintner.pricing.models import TaxRate
from vintner.refusal import Refusal
from vintner.shipping.rules import Place
from vintner.testing.builders import make_cart, make_product, make_variable_product, only_variation

pytestmark = pytest.mark.usefixtures("shop")


def held(cart: Cart) -> dict[int, int]:
    """Return variation id → quantity of what is in the cart."""
    return dict(cart.lines.filter(removed_at=None).values_list("variation_id", "quantity"))


def key_of(cart: Cart, product: Product) -> str:
    return cart.lines.get(variation__product=product, removed_at=None).key


def test_the_same_variation_merges_into_one_line() -> None:
    wine = only_variation(make_product())
    cart = make_cart((wine, 1))
    carts.add(cart, wine, 2)
    assert held(cart) == {wine.pk: 3}


def test_vintages_of_a_wine_are_lines_of_their_own() -> None:
    first, second, _ = make_variable_product().variations.all()
    cart = make_cart((first, 1))
    carts.add(cart, second, 1)
    assert held(cart) == {first.pk: 1, second.pk: 1}
    assert len({line.key for line in cart.lines.all()}) == 2


@pytest.mark.parametrize(
    ("wine", "quantity", "code"),
    [
        ({"stock": 3}, 4, "not_enough"),
        ({"stock": 0}, 1, "out_of_stock"),
        ({"published": False}, 1, "not_for_sale"),
        ({"price": None}, 1, "not_for_sale"),
        ({"available_from": timezone.now() + timedelta(days=9)}, 1, "coming_soon"),
    ],
    ids=["over stock", "sold out", "draft", "no price", "coming soon"],
)
def test_a_refused_wine_leaves_the_cart_as_it_was(wine: dict[str, object], quantity: int, code: str) -> None:
    cart = make_cart((make_product(), 2))
    before = held(cart)
    with pytest.raises(Refusal) as refused:
        carts.add(cart, only_variation(make_product(**wine)), quantity)  # type: ignore[arg-type]
    assert refused.value.code == code
    assert held(cart) == before


def test_backorders_may_go_over_stock() -> None:
    wine = only_variation(make_product(stock=0, backorders=Variation.Backorders.NOTIFY))
    cart = make_cart()
    carts.add(cart, wine, 7)
    assert held(cart) == {wine.pk: 7}


def test_bottles_held_by_other_orders_are_not_for_sale() -> None:
    wine = only_variation(make_product(stock=3))
    wine.reserved = 2
    wine.save()
    with pytest.raises(Refusal) as refused:
        carts.add(make_cart(), wine, 2)
    assert refused.value.message.startswith("We have only 1 of ")


def reserve(cart: Cart, wine: Variation, quantity: int) -> None:
    """Hold bottles for an unpaid order of this cart, as placing it does."""
    order = Order.objects.create(cart_id=cart.pk, email="a@example.com", billing={})
    later = timezone.now() + timedelta(hours=1)
    StockReservation.objects.create(order=order, variation=wine, quantity=quantity, expires_at=later)
    wine.reserved = quantity
    wine.save()


def test_bottles_held_by_the_carts_own_unpaid_order_are_still_its_own() -> None:
    wine = only_variation(make_product(stock=3))
    cart = make_cart((wine, 2))
    reserve(cart, wine, 3)
    assert carts.quote_cart(cart, now=timezone.now()).problems == ()
    carts.add(cart, wine, 1)
    assert held(cart) == {wine.pk: 3}
    with pytest.raises(Refusal):
        carts.add(cart, wine, 1)


def test_a_cart_holds_so_many_different_wines() -> None:
    cart = make_cart(*((make_product(), 1) for _ in range(MOST_LINES)))
    with pytest.raises(Refusal, match="at most 100 different wines"):
        carts.add(cart, only_variation(make_product()), 1)


def test_quantities_are_set_and_zero_removes() -> None:
    two, three = make_product(), make_product()
    cart = make_cart((two, 2), (three, 3))
    changed = carts.set_quantities(cart, {key_of(cart, two): 5, key_of(cart, three): 0, "0" * 32: 9})
    assert (changed.lines, changed.refused) == (2, ())
    assert held(cart) == {only_variation(two).pk: 5}


def test_a_quantity_over_stock_keeps_the_old_one_and_the_others_change() -> None:
    scarce, plenty = make_product(stock=3), make_product()
    cart = make_cart((scarce, 2), (plenty, 1))
    changed = carts.set_quantities(cart, {key_of(cart, scarce): 4, key_of(cart, plenty): 4})
    assert [refusal.code for refusal in changed.refused] == ["not_enough"]
    assert held(cart) == {only_variation(scarce).pk: 2, only_variation(plenty).pk: 4}


def test_who_has_too_many_may_lower_the_line_step_by_step() -> None:
    wine = make_product(stock=3)
    cart = make_cart((wine, 9))
    carts.set_quantity(cart, key_of(cart, wine), 5)
    assert held(cart) == {only_variation(wine).pk: 5}


@pytest.mark.parametrize("quantity", [1000, 10**9])
def test_a_quantity_over_999_is_refused(quantity: int) -> None:
    wine = make_product(stock=None)
    cart = make_cart((wine, 1))
    with pytest.raises(Refusal) as refused:
        carts.set_quantity(cart, key_of(cart, wine), quantity)
    assert refused.value.code == "too_many"


def test_undo_brings_back_exactly_what_was_removed() -> None:
    wine, other = make_product(), make_product()
    cart = make_cart((wine, 7), (other, 1))
    before, key = held(cart), key_of(cart, wine)
    carts.remove(cart, key)
    assert held(cart) == {only_variation(other).pk: 1}
    carts.restore(cart, key)
    assert held(cart) == before


def test_undo_after_adding_anew_adds_up() -> None:
    wine = make_product(stock=None)
    cart = make_cart((wine, 600))
    key = key_of(cart, wine)
    carts.remove(cart, key)
    carts.add(cart, only_variation(wine), 500)
    carts.restore(cart, key)
    assert held(cart) == {only_variation(wine).pk: 999}
    assert cart.lines.count() == 1


def test_only_the_last_removal_of_a_wine_can_be_undone() -> None:
    wine = make_product()
    cart = make_cart((wine, 1))
    key = key_of(cart, wine)
    carts.remove(cart, key)
    carts.add(cart, only_variation(wine), 5)
    carts.remove(cart, key)
    carts.restore(cart, key)
    assert held(cart) == {only_variation(wine).pk: 5}
    with pytest.raises(Refusal):
        carts.restore(cart, key)


def test_an_unknown_line_is_refused() -> None:
    cart = make_cart((make_product(), 1))
    for deed in (carts.remove, carts.restore):
        with pytest.raises(Refusal) as refused:
            deed(cart, "f" * 32)
        assert refused.value.code == "unknown_line"


def test_an_emptied_cart_keeps_its_address_and_nothing_to_undo() -> None:
    wine = make_product()
    cart = make_cart((wine, 1), country="US", state="NY")
    carts.choose_delivery(cart, "flat_rate:1")
    carts.empty(cart)
    cart.refresh_from_db()
    assert (cart.lines.count(), cart.shipping_rate, cart.state) == (0, "", "NY")


def test_an_address_is_kept_as_far_as_it_fits() -> None:
    cart = make_cart()
    carts.set_destination(cart, Place(country="US", state="NY", postcode="1" * 50, city="New\x00 York"))
    cart.refresh_from_db()
    assert cart.place == Place(country="US", state="NY", postcode="1" * 12, city="New York")


def test_a_cart_that_is_gone_is_refused() -> None:
    cart = make_cart()
    Cart.objects.all().delete()
    for deed in (lambda: carts.lock(cart.pk), lambda: carts.add(cart, only_variation(make_product()), 1)):
        with pytest.raises(Refusal) as refused:
            deed()
        assert refused.value.code == "no_cart"


def test_a_new_cart_is_as_any_other_that_was_never_changed() -> None:
    wine = only_variation(make_product(stock=9))
    made = carts.add_to_cart(carts.CartVisitor(None, None), wine, 2, now=timezone.now())
    usual = Cart.objects.create()
    own = {"id", "created_at", "updated_at", "_state"}
    stored, other = vars(Cart.objects.get(pk=made.pk)), vars(Cart.objects.get(pk=usual.pk))
    assert {name: stored[name] for name in stored.keys() - own} == {name: other[name] for name in other.keys() - own}
    assert vars(made).keys() == stored.keys()
    assert {name: value for name, value in vars(made).items() if name != "_state"} == {
        name: value for name, value in stored.items() if name != "_state"
    }
    assert held(made) == {wine.pk: 2}


def test_a_wine_that_is_refused_makes_no_cart() -> None:
    with pytest.raises(Refusal):
        carts.add_to_cart(carts.CartVisitor(None, None), only_variation(make_product(stock=1)), 2, now=timezone.now())
    assert not Cart.objects.exists()


def test_a_cart_is_found_with_all_of_its_columns() -> None:
    cart = make_cart((make_product(), 1))
    Cart.objects.filter(pk=cart.pk).update(
        addresses={"billing": {"city": "Ojai"}}, email="jane@example.com", country="US", state="CA", postcode="94110"
    )
    found = carts.find_cart(carts.CartVisitor(cart.pk, None))
    assert found is not None
    stored = Cart.objects.get(pk=cart.pk)
    assert {name: value for name, value in vars(found).items() if name != "_state"} == {
        name: value for name, value in vars(stored).items() if name != "_state"
    }
    found.save()
    assert Cart.objects.get(pk=cart.pk).addresses == {"billing": {"city": "Ojai"}}


def test_the_cart_of_an_express_purchase_is_nobodys_own() -> None:
    cart = Cart.objects.create(is_express=True)
    assert carts.find_cart(carts.CartVisitor(cart.pk, None)) is None


def test_prices_that_are_edited_count_from_the_next_quote_on() -> None:
    wine = make_product(price="10.00")
    cart = make_cart((wine, 1))
    before = carts.quote_cart(cart, now=timezone.now()).quote.total
    TaxRate.objects.update(percent=50)
    assert carts.quote_cart(cart, now=timezone.now()).quote.total > before
