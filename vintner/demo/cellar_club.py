"""The demo's club: boxes that are sold by subscription, and one that its customer is subscribed to."""

from datetime import datetime, timedelta
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from django.conf import settings

from vintner.catalogue import products
from vintner.catalogue.models import Category, GalleryPicture, Plan, ProducerSlide, Product, Variation
from vintner.catalogue.plans.rules import CadenceUnit
from vintner.catalogue.stock import stock_movements
from vintner.customers.models import User
from vintner.demo.past_orders import place_past_order
from vintner.demo.people import CUSTOMER
from vintner.money import Money
from vintner.orders import orders
from vintner.orders.models import Order
from vintner.orders.rules import Status
from vintner.subscriptions.models import Box, Subscription
from vintner.subscriptions.opening import open_subscriptions

PLAN: Final = "Cellar Club, monthly"
BOTTLES: Final = 3
SUBSCRIBED: Final = timedelta(days=12)
"""How long the customer has been subscribed."""


class _ClubBox(NamedTuple):
    """A box of the club. `bottle` is the SKU of the wine whose picture it has; the table of its grower is beside it."""

    sku: str
    name: str
    shelf: str
    price: Money
    bottle: str
    short: str
    text: str


BOXES: Final = (
    _ClubBox(
        sku="CLUB-REDS",
        name="Cellar Club: Three Reds",
        shelf="red",
        price=Money(72_00),
        bottle="COL-CHIANTI",
        short="Three red wines a month that we have just tasted and did not want to keep to ourselves.",
        text="Each month we open some thirty bottles and choose three: one to drink now, one for a long table, and one"
        " that may wait.\n\nA card with notes on each wine lies in the box.",
    ),
    _ClubBox(
        sku="CLUB-WHITES",
        name="Cellar Club: Three Whites",
        shelf="white",
        price=Money(66_00),
        bottle="HOL-KABI",
        short="Three white wines a month, from chalk, slate and granite.",
        text="Whites with bone and salt, from growers whom we visit.\n\nA card with notes on each wine lies in the"
        " box.",
    ),
)


def open_club(now: datetime) -> None:
    """Make the plan and the boxes that are missing, and subscribe the customer unless she is subscribed."""
    plan, _ = Plan.objects.get_or_create(
        name=PLAN, defaults={"interval_unit": CadenceUnit.MONTH, "interval_count": 1, "bottles": BOTTLES}
    )
    known = set(Product.objects.values_list("sku", flat=True))
    made = [_make_box(box, plan, now).pk for box in BOXES if box.sku not in known]
    products.refresh_products(made, now)
    if not Subscription.objects.filter(user__email=CUSTOMER.email).exists():
        _subscribe(User.objects.get(email=CUSTOMER.email), now)


def hang_pictures() -> None:
    """Give boxes without a picture that of a bottle, and beside it that of its grower's table."""
    for box in Product.objects.filter(sku__in=[each.sku for each in BOXES], picture=None):
        bottle = next(each.bottle for each in BOXES if each.sku == box.sku)
        wine = Product.objects.filter(sku=bottle).first()
        if wine is None or wine.picture is None:
            continue
        box.picture = wine.picture
        box.save(update_fields=["picture"])
        table = ProducerSlide.objects.filter(producer=wine.producer_id).order_by("position").last()
        if table is not None:
            GalleryPicture.objects.get_or_create(product=box, picture=table.picture, defaults={"position": 1})


def _make_box(box: _ClubBox, plan: Plan, now: datetime) -> Product:
    product = Product.objects.create(
        sku=box.sku,
        name=box.name,
        slug=box.sku.lower().replace("club-", "cellar-club-three-"),
        short_description=box.short,
        description=box.text,
        plan=plan,
        created_at=now - timedelta(days=400),
    )
    product.categories.set(Category.objects.filter(slug__in=("wine", box.shelf)))
    variation = Variation.objects.create(product=product, sku=box.sku, regular_price=box.price, manage_stock=True)
    stock_movements.move(stock_movements.Reason.OPENING, {variation.pk: 120})
    return product


def _subscribe(customer: User, now: datetime) -> None:
    """Subscribe the customer some days ago. Her next box is due a month after that."""
    start = now - SUBSCRIBED
    order, quoted = place_past_order(customer, ((BOXES[0].sku, 1),), (), now)
    (subscription,) = open_subscriptions(order, quoted, customer, age_fields={"of_age": "1"}, sent_from="", now=start)
    orders.move(order, Status.PROCESSING, f"Paid by card on {start:%B} {start.day}, {start.year}.", quietly=True)
    Order.objects.filter(pk=order.pk).update(placed_at=start, paid_at=start)
    Subscription.objects.filter(pk=subscription.pk).update(started_at=start, anchor_at=start)
    due = subscription.cadence.after(start, 1, ZoneInfo(settings.TIME_ZONE))
    Box.objects.filter(subscription=subscription, number=1).update(due_at=start, next_try_at=start, ended_at=start)
    Box.objects.filter(subscription=subscription, number=2).update(due_at=due, next_try_at=due)
