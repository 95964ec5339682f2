"""Coupons and promotions with limits: never used too often, given back when the order dies."""

from importlib import import_module

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction

from vintner.cart.models import Cart, CartCoupon
from vintner.cart.saved.ordered_lines import remove_ordered_lines
from vintner.checkout.tests.placing.redeeming import add_coupon, count_uses, make_coupon, place
from vintner.money import Money
from vintner.orders import orders, redemptions
from vintner.orders.models import CouponClaim, Order, OrderAdjustment, Redemption
from vintner.orders.rules import Status
from vintner.pricing import books
from vintner.pricing.models import Coupon, CouponCount, Policy, Promotion, PromotionCount, Tier
from vintner.refusal import Refusal, Refusals
from vintner.testing.builders import make_cart, make_product
from vintner.testing.orders import new_order
from vintner.testing.store import open_store

pytestmark = pytest.mark.django_db


@pytest.mark.django_db(transaction=True)
def test_the_order_keeps_the_coupon_and_what_it_took_off() -> None:
    open_store()
    coupon = make_coupon(usage_limit=5)
    order = place(add_coupon(make_cart((make_product(price="20.00"), 1))))
    assert (order.subtotal, order.discount) == (Money(2000), Money(200))
    told = OrderAdjustment.objects.get(order=order, kind="coupon")
    assert (told.label, told.amount) == ("save10", Money(200))
    assert [line.discount for line in order.lines.all()] == [Money(200)]
    assert (count_uses(coupon), order.redemptions.get().coupon) == (1, coupon)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("end", ["cancelled", "failed and expired"])
def test_a_dead_order_gives_its_coupon_back_once(end: str) -> None:
    open_store()
    coupon = make_coupon(usage_limit=1, usage_limit_per_customer=1)
    order = place(add_coupon(make_cart((make_product(), 1))))
    with transaction.atomic():
        if end == "cancelled":
            orders.cancel(order, "Tired of it.")
        else:
            orders.fail(order, "Declined.")
            assert count_uses(coupon) == 1, "another card may be tried"
            orders.release_holds(order)
        orders.release_holds(order)
    assert (count_uses(coupon), CouponClaim.objects.count()) == (0, 0)
    assert Redemption.objects.get().released_at is not None


@pytest.mark.django_db(transaction=True)
def test_the_shopper_who_comes_back_to_pay_finds_the_last_coupon_still_theirs() -> None:
    open_store()
    make_coupon(usage_limit=1)
    cart = add_coupon(make_cart((make_product(price="20.00"), 1)))
    order = place(cart)
    orders.fail(order, "Declined.")
    order.payments.update(status="declined")
    again = place(cart, shown_total=order.total.minor)
    assert again == order
    assert count_uses(Coupon.objects.get()) == 1


def declined(email: str) -> tuple[Cart, Order]:
    cart = add_coupon(make_cart((make_product(price="20.00"), 1)))
    order = place(cart, email)
    orders.fail(order, "Declined.")
    order.payments.update(status="declined")
    return cart, order


@pytest.mark.django_db(transaction=True)
def test_a_use_belongs_to_whoever_pays_in_the_end() -> None:
    """The first try may have had another address."""
    open_store()
    coupon = make_coupon(usage_limit_per_customer=1)
    cart, order = declined("first@example.com")
    assert place(cart, "ann@example.com", shown_total=order.total.minor) == order
    assert [(claim.who, claim.nth) for claim in CouponClaim.objects.all()] == [("email:ann@example.com", 1)]
    other_cart, other_order = declined("second@example.com")
    with pytest.raises(Refusal, match="as often as one customer may"):
        place(other_cart, "ann@example.com", shown_total=other_order.total.minor)
    assert set(CouponClaim.objects.values_list("who", flat=True)) == {
        "email:ann@example.com",
        "email:second@example.com",
    }
    assert count_uses(coupon) == 2


@pytest.mark.django_db(transaction=True)
def test_a_failed_order_that_is_paid_late_counts_again() -> None:
    open_store()
    coupon = make_coupon(usage_limit=1)
    order = place(add_coupon(make_cart((make_product(), 1))))
    with transaction.atomic():
        orders.fail(order, "Declined.")
        orders.release_holds(order)
    CouponCount.objects.update(used=1)  # somebody else's
    with pytest.raises(Refusal, match="last time"):
        redemptions.hold_again(order)
    with transaction.atomic():
        orders.mark_paid(order, "Paid after all.")
    assert (count_uses(coupon), order.status) == (2, Status.PROCESSING)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("email", ["Ann@Example.com", "ann+more@example.com"])
def test_one_customer_is_known_under_every_spelling_of_the_address(email: str) -> None:
    open_store()
    make_coupon(usage_limit_per_customer=1)
    place(add_coupon(make_cart((make_product(), 1))))
    with pytest.raises(Refusals, match="as often as one customer may"):
        place(add_coupon(make_cart((make_product(), 1))), email)
    assert place(add_coupon(make_cart((make_product(), 1))), "bea@example.com").pk


@pytest.mark.django_db(transaction=True)
def test_google_reads_no_dots_and_has_two_names() -> None:
    open_store()
    make_coupon(usage_limit_per_customer=1)
    place(add_coupon(make_cart((make_product(), 1))), "ann.smith@gmail.com")
    for spelling in ("annsmith@gmail.com", "A.n.n.Smith+wine@GoogleMail.com"):
        with pytest.raises(Refusals, match="as often as one customer may"):
            place(add_coupon(make_cart((make_product(), 1))), spelling)
    assert place(add_coupon(make_cart((make_product(), 1))), "ann.smith@example.com").pk
    assert place(add_coupon(make_cart((make_product(), 1))), "annsmith@example.com").pk


def test_uses_from_before_count_for_the_mailbox() -> None:
    """What the migration makes of claims that were written with dots; two spellings of one mailbox stay two."""
    order = orders.create(new_order())
    coupon = make_coupon()
    use = Redemption.objects.create(order=order, coupon=coupon, code=coupon.code)
    spellings = (
        *("email:a.b@gmail.com", "email:ab@googlemail.com", "email:c.d@googlemail.com", "email:e.f@example.com"),
        "email:g.h@bücher.example",
    )
    for who in spellings:
        CouponClaim.objects.create(redemption=use, coupon=coupon, who=who, nth=1)
    for name in ("0016_claims_of_gmail", "0032_claims_in_one_form"):
        import_module(f"vintner.orders.migrations.{name}").fold(apps, connection.schema_editor())
    assert list(CouponClaim.objects.order_by("pk").values_list("who", flat=True)) == [
        "email:ab@gmail.com",
        "email:ab@googlemail.com",
        "email:cd@gmail.com",
        "email:e.f@example.com",
        "email:g.h@xn--bcher-kva.example",
    ]


@pytest.mark.django_db(transaction=True)
def test_the_database_itself_knows_each_use_of_a_customer_once() -> None:
    open_store()
    make_coupon(usage_limit_per_customer=3)
    place(add_coupon(make_cart((make_product(), 1))))
    claim = CouponClaim.objects.get()
    claim.pk = None
    with pytest.raises(IntegrityError, match="coupon_claim_once"):
        claim.save(force_insert=True)


@pytest.mark.django_db(transaction=True)
def test_bought_coupons_leave_the_cart_and_presents_do_not_take_bottles_with_them() -> None:
    open_store()
    make_coupon()
    wine = make_product(stock=50)
    gift = Promotion.objects.create(title="One more", kind="wdr_buy_x_get_x_discount")
    Tier.objects.create(promotion=gift, at_least=2, measure="free_product")
    cart = add_coupon(make_cart((wine, 2)))
    order = place(cart)
    assert sorted((line.quantity, line.subtotal.minor) for line in order.lines.all()) == [(1, 0), (2, 4000)]
    assert orders.ordered_quantities(order) == {wine.variations.get().pk: 3}, "the stock has to cover all three"
    assert order.reservations.get().quantity == 3
    cart.lines.update(quantity=5)
    remove_ordered_lines(order)
    assert [line.quantity for line in cart.lines.all()] == [3]
    assert not CartCoupon.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_promotion_with_a_limit_ends_with_its_last_order_and_comes_back_when_that_dies() -> None:
    open_store()
    rule = Promotion.objects.create(title="First come", kind="wdr_simple_discount", usage_limit=1, priority=1)
    Tier.objects.create(promotion=rule, value=50)
    order = place(make_cart((make_product(price="20.00"), 1)))
    assert order.subtotal == Money(1000)
    assert PromotionCount.objects.get(promotion=rule).used == 1
    assert rule.pk not in {each.id for each in books.load().promotions}
    assert place(make_cart((make_product(price="20.00"), 1))).subtotal == Money(2000)
    with transaction.atomic():
        orders.cancel(order, "Tired of it.")
    assert rule.pk in {each.id for each in books.load().promotions}


@pytest.mark.django_db(transaction=True)
def test_fees_are_on_the_order_and_stay() -> None:
    open_store()
    Policy.objects.create(as_fees=True)
    rule = Promotion.objects.create(title="Five off", kind="wdr_cart_discount")
    Tier.objects.create(promotion=rule, value=5, measure="flat_in_subtotal")
    order = place(make_cart((make_product(price="20.00"), 1)))
    assert (order.fee_total, order.discount) == (Money(-500), Money(0))
    assert OrderAdjustment.objects.get(order=order, kind="fee").amount == Money(-500)
    with pytest.raises(IntegrityError, match="fees of order"):
        Order.objects.filter(pk=order.pk).update(fee_total=Money(-100))
