"""The sum shown, the sum sent and the sum of the rows are the same, to the cent, whatever the order is made of."""

from dataclasses import replace
from itertools import count, cycle

import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

from vintner.checkout.place_order import new_adjustments
from vintner.customers.models import User
from vintner.money import ZERO, Money
from vintner.orders import orders
from vintner.orders.models import Order, OrderAdjustment, Refund
from vintner.orders.orders import NewAdjustment, NewLine, NewOrder
from vintner.orders.refundable import refundable
from vintner.orders.rules import Status
from vintner.payments import refunds
from vintner.payments.attempts.rules import IntentStatus, PaymentStatus
from vintner.payments.gateway import Intent
from vintner.payments.models import Payment
from vintner.payments.refund_form import NOTHING_CHOSEN, NOTHING_LEFT, RefundForm
from vintner.pricing.quote import Item, PriceBook, Quote
from vintner.pricing.rules.coupons import CouponTerms
from vintner.pricing.tests.drawn import carts, coupons, price_books
from vintner.pricing.tests.quoting import places, quote_items, rate_ids
from vintner.shipping.regions import Address
from vintner.shipping.rules import Place
from vintner.testing.builders import make_product, make_user, only_variation
from vintner.testing.orders import new_order
from vintner.testing.provider import ProviderDouble

pytestmark = pytest.mark.usefixtures("store")
NUMBERS = count(1)
asked = st.lists(
    st.tuples(st.lists(st.sampled_from([0, 0, 10, 50, 100]), min_size=1, max_size=7), st.booleans()), max_size=3
)
"""Refunds, one after the other: of what is left of each line so many percent, and whether the delivery."""
ADDRESS = Address(first_name="Jane", last_name="Doe", country="US", state="CA")


def order_of(quote: Quote, variation_id: int) -> Order:
    """Return an order as a quote makes it."""
    lines = tuple(
        NewLine(
            variation_id=variation_id,
            product_id=line.product_id,
            sku="",
            name=f"Wine {line.key}",
            options="",
            quantity=line.quantity,
            regular_unit_price=line.regular_unit,
            subtotal=line.subtotal,
            discount=line.discount,
            tax=line.tax,
        )
        for line in quote.lines
    )
    return orders.create(
        NewOrder(
            lines=lines,
            adjustments=new_adjustments(quote),
            subtotal=quote.subtotal,
            discount=quote.discount,
            shipping_total=quote.shipping_total,
            fee_total=quote.fee_total,
            tax_total=quote.tax_total,
            total=quote.total,
            email="jane@example.com",
            billing=ADDRESS,
            shipping=ADDRESS,
        )
    )


def pay(order: Order, provider: ProviderDouble) -> None:
    """Let a card have paid the order."""
    intent_id = f"pi_sum{next(NUMBERS)}"
    Payment.objects.create(
        order=order,
        attempt=1,
        amount=order.total,
        captured=order.total,
        idempotency_key=intent_id,
        intent_id=intent_id,
        status=PaymentStatus.SUCCEEDED,
        card="Visa 4242",
    )
    provider.intents[intent_id] = Intent(
        id=intent_id,
        status=IntentStatus.SUCCEEDED,
        amount=order.total,
        received=order.total,
        currency="usd",
        client_secret="",
        claim=None,
    )
    Order.objects.filter(pk=order.pk).update(paid_at=order.placed_at)
    orders.move(orders.lock(order.pk), Status.PROCESSING)


def refund(order: Order, fields: dict[str, object], by: User, provider: ProviderDouble) -> None:
    """Review and send a refund; compare what was shown with what was sent and written down."""
    form = RefundForm(order, {"wish": f"wish{next(NUMBERS)}", **fields})
    if fields.get("do") == "everything":
        form = form.with_everything()
    shown = form.plan()
    if shown is None:
        why = NOTHING_CHOSEN if refunds.remaining_amount(order) else NOTHING_LEFT
        assert form.errors == {"__all__": [why]}, form.errors
        return
    sent = len(provider.refunds)
    form.send(shown, by)
    assert [each.amount for each in provider.refunds[sent:]] == [shown.amount]
    made = Refund.objects.get(order=order, key__contains=f":{shown.request_key}:")
    parts = [each.amount + each.tax for each in made.lines.all()] + [made.delivery, made.delivery_tax]
    assert made.amount == shown.amount == Money.total(parts) == shown.wine + shown.tax + shown.delivery


@settings(
    max_examples=30,
    phases=[Phase.explicit, Phase.generate],  # a smaller example would need a database of its own
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(carts(), places, rate_ids, price_books(), coupons(), asked)
def test_every_refund_is_the_sum_that_was_shown(
    provider: ProviderDouble,
    items: list[Item],
    place: Place,
    rate_id: str,
    book: PriceBook,
    used: list[CouponTerms],
    wanted: list[tuple[list[int], bool]],
) -> None:
    quote = quote_items(items, place, rate_id, book, used)
    assume(quote.total > ZERO)
    number = str(next(NUMBERS))
    order = order_of(quote, only_variation(make_product()).pk)
    pay(order, provider)
    by = make_user(f"staff{number}@example.com", is_staff=True)
    paid = refundable(order)
    parts = [part.paid.total for part in (*paid.lines.values(), paid.delivery)]
    assert Money.total(parts) == order.total
    assert all(part >= ZERO for part in parts)
    for shares, delivery in wanted:
        now = zip(refundable(order).lines.items(), cycle(shares), strict=False)
        bottles = {f"line_{pk}": part.left.quantity * share // 100 for (pk, part), share in now}
        refund(order, {**bottles, "delivery": "on" if delivery else ""}, by, provider)
    for _ in range(2):  # the second finds nothing left, and is told so
        refund(order, {"do": "everything"}, by, provider)
    assert refunds.remaining_amount(order) == ZERO
    went = Payment.objects.get(order=order).intent_id
    assert Money.total(each.amount for each in provider.refunds if each.intent_id == went) == order.total
    assert Order.objects.get(pk=order.pk).status == Status.REFUNDED


def test_a_discount_that_is_kept_as_a_fee_lowers_what_a_bottle_cost(provider: ProviderDouble) -> None:
    """One bottle at $20.00 with $1.45 tax, less a promotion's $5.00 and its 36 cents of tax."""
    fee = NewAdjustment(kind=OrderAdjustment.Kind.FEE, label="Welcome", rate="", amount=Money(-500))
    tax = NewAdjustment(kind=OrderAdjustment.Kind.TAX, label="CA Tax", rate="7.25%", amount=Money(109))
    new = replace(new_order(), adjustments=(fee, tax), fee_total=Money(-500), tax_total=Money(109), total=Money(1609))
    order = orders.create(new)
    [part] = refundable(order).lines.values()
    assert (part.paid.amount, part.paid.tax) == (Money(1500), Money(109))
    assert refundable(order).delivery.paid.total == ZERO
