"""What e-mails are about: an order of several wines, a subscription, alerts, a review."""

from dataclasses import dataclass
from datetime import date

from django.utils import timezone

from vintner.alerts.models import Alert
from vintner.catalogue.models import Picture, Product, Review
from vintner.customers.models import User
from vintner.money import Money
from vintner.orders import orders
from vintner.orders.models import HeldBottle, Order, OrderAdjustment, Refund, RefundLine
from vintner.orders.orders import NewAdjustment, NewLine, NewOrder
from vintner.payments.models import Payment
from vintner.shipping.regions import Address
from vintner.subscriptions.models import Box, Subscription
from vintner.subscriptions.rules import OPEN_BOXES
from vintner.testing.builders import (
    make_box_wine,
    make_plan,
    make_product,
    make_review,
    make_subscription,
    make_user,
    only_variation,
)

JANE = Address(
    first_name="Jane",
    last_name="Featherstonehaugh-Cholmondeley",
    address_1="1480 Old Vineyard Road, Building C",
    city="San Francisco",
    state="CA",
    postcode="94110",
    country="US",
    phone="(555) 555-0100",
)
WINES = (
    ("Les Hauts de Roques", "Château Malvezin-Roques", "2020", "750 ml", 2, 4800),
    ("Wehlener Sonnenuhr Riesling Auslese GK", "Weingut Hollerbusch-Kirchbergkeller", "2018", "375 ml", 1, 3950),
    ("Brut Réserve", "Champagne Perrault", "NV", "750 ml", 12, 64800),
)  # fmt: skip
NOTE = "Please ring twice.\nThe bell <b>sticks</b>."


@dataclass
class MailedShop:
    """One of everything that e-mails are about."""

    order: Order
    unpaid: Order
    pickup: Order
    boxed: Order
    refunded: Order
    refund: Refund
    refund_line: RefundLine
    wine: Product
    alert: Alert
    opening: Alert
    held: HeldBottle
    subscription: Subscription
    box: Box
    staff: User
    review: Review


def make_mailed_shop() -> MailedShop:
    """Make one of everything that e-mails are about."""
    user, staff, wine = make_user("jane@example.com"), make_user("staff@example.com", is_staff=True), _pictured("Wine")
    refunded, boxed = make_order(), make_order(user=user)
    refund = Refund.objects.create(
        order=refunded,
        amount=Money(3200),
        delivery=Money(800),
        reason="One was corked",
        intent_id=f"pi_{refunded.pk}",
    )
    refund.state, refund.ended_at = Refund.State.DONE, timezone.now()
    refund.save()
    subscription = make_subscription(make_box_wine(make_plan("Club of six")), user=user)
    Subscription.objects.filter(pk=subscription.pk).update(first_order=boxed)
    subscription.refresh_from_db()
    now = timezone.now()
    order = make_order()
    orders.add_note(order, "$781.90 was paid after the order was cancelled.", alert=True)
    return MailedShop(
        order=order,
        unpaid=make_order(is_paid=False),
        pickup=make_order(shipping_rate="local_pickup:1", shipping_title="Local pickup"),
        boxed=boxed,
        refunded=refunded,
        refund=refund,
        refund_line=RefundLine(
            refund=refund, line=refunded.lines.all()[0], quantity=1, amount=Money(2400), tax=Money(174)
        ),
        wine=wine,
        alert=Alert.objects.create(product=wine, email="ada@example.com", consent="yes", confirmed_at=now),
        opening=Alert.objects.create(kind=Alert.Kind.OPENING, email="eve@example.com", consent="yes"),
        held=HeldBottle.objects.create(variation=only_variation(wine), expires_at=now),
        subscription=subscription,
        box=subscription.boxes.get(state__in=[each.value for each in OPEN_BOXES]),
        staff=staff,
        review=make_review(wine, text="Dark fruit, a little smoke.\n\nIs <b>this</b> for keeping?"),
    )


def make_order(
    *,
    is_paid: bool = True,
    user: User | None = None,
    shipping_rate: str = "flat_rate:1",
    shipping_title: str = "UPS",
    count: int = len(WINES),
) -> Order:
    """Make an order of up to three wines, the last of them without a picture."""
    lines = tuple(_line(*each, pictured=each is not WINES[2]) for each in WINES[:count])
    wines = Money.total(line.subtotal for line in lines)
    tax, coupon, delivery = Money(5145), Money(2000), Money(1495)
    new = NewOrder(
        lines=lines,
        adjustments=(
            NewAdjustment(kind=OrderAdjustment.Kind.COUPON, label="autumn-cellar-clearance", rate="", amount=coupon),
            NewAdjustment(kind=OrderAdjustment.Kind.TAX, label="CA Tax", rate="7.25%", amount=tax),
        ),
        subtotal=wines,
        discount=coupon,
        shipping_total=delivery,
        tax_total=tax,
        total=wines - coupon + delivery + tax,
        email="jane@example.com",
        billing=JANE,
        shipping=JANE,
        shipping_rate=shipping_rate,
        shipping_title=shipping_title,
        carrier="FedEx Ground",
        arrives_from=date(2026, 12, 2),
        arrives_to=date(2026, 12, 4),
        customer_note=NOTE,
        user=user,
    )
    order = orders.create(new)
    if is_paid:
        Payment.objects.create(
            order=order,
            attempt=1,
            amount=order.total,
            currency="USD",
            idempotency_key=f"{order.pk}",
            intent_id=f"pi_{order.pk}",
            status="succeeded",
            captured=order.total,
            card="Visa •••• 4242",
        )
        Order.objects.filter(pk=order.pk).update(status="processing", paid_at=timezone.now())
        order.refresh_from_db()
    return order


def _line(  # the columns of WINES
    name: str, producer: str, vintage: str, size: str, quantity: int, cents: int, *, pictured: bool
) -> NewLine:
    wine = _pictured(name) if pictured else make_product(name=name)
    return NewLine(
        variation_id=only_variation(wine).pk,
        product_id=wine.pk,
        sku=wine.sku,
        name=name,
        producer=producer,
        vintage=vintage,
        size=size,
        options="",
        quantity=quantity,
        regular_unit_price=Money(cents // quantity),
        subtotal=Money(cents),
    )


def _pictured(name: str) -> Product:
    """Make a wine with a picture as uploads have it. There is no file behind it."""
    wine = make_product(name=name)
    sizes = [{"format": "jpeg", "width": width, "height": width * 4 // 3, "path": f"pictures/{wine.pk}-{width}.jpeg"}
             for width in (160, 960)]  # fmt: skip
    wine.picture = Picture.objects.create(
        original=f"pictures/{wine.pk}.png", width=960, height=1280, alt=f"Bottle of {name}", checksum=f"{wine.pk:064}",
        sizes=sizes,
    )  # fmt: skip
    wine.save(update_fields=["picture"])
    return wine
