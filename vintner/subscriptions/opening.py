"""Opens the subscriptions of an order, in the transaction that places it. They wait until it is paid."""

from collections.abc import Mapping
from datetime import datetime

from vintner.cart.carts import QuotedCart, QuotedLine
from vintner.cart.prices.recurring import AgreedPrice, agreed_price
from vintner.cart.prices.recurring import has_subscription as has_subscription
from vintner.cart.prices.recurring import subscribed_lines as subscribed_lines
from vintner.catalogue.plans.rules import PlanTerms
from vintner.customers.models import User
from vintner.money import currency
from vintner.orders.models import Order
from vintner.subscriptions.models import Subscription, SubscriptionConsent
from vintner.subscriptions.rules import SubscriptionStatus
from vintner.subscriptions.words import SubscriberTerms


def reopen_subscriptions(
    order: Order, quoted: QuotedCart, user: User, *, age_fields: Mapping[str, str], sent_from: str, now: datetime
) -> None:
    """Open the subscriptions of an order anew for another try to pay: address, terms and price are those of now."""
    replaced, _ = Subscription.objects.filter(first_order=order, status=SubscriptionStatus.PENDING).delete()
    if replaced:
        order.refresh_from_db()
        open_subscriptions(order, quoted, user, age_fields=age_fields, sent_from=sent_from, now=now)


def open_subscriptions(
    order: Order, quoted: QuotedCart, user: User, *, age_fields: Mapping[str, str], sent_from: str, now: datetime
) -> list[Subscription]:
    """Open a subscription for each line with a plan. One query, and three more for each subscription."""
    opened = []
    for line, plan in subscribed_lines(quoted):
        agreed = agreed_price(quoted, line, now)
        if agreed is None:
            raise AssertionError("Goods for sale have a price.")
        subscription = _open(order, line, plan, agreed, user, now)
        SubscriptionConsent.objects.create(
            subscription=subscription,
            words=SubscriberTerms.of(line, plan, agreed, now).stored,
            age_fields={name: value for name, value in age_fields.items() if value},
            sent_from=sent_from,
            at=now,
        )
        opened.append(subscription)
    return opened


def _open(
    order: Order,
    line: QuotedLine,
    plan: PlanTerms,
    agreed: AgreedPrice,
    user: User,
    now: datetime,
) -> Subscription:
    return Subscription.objects.create(
        user=user,
        plan_id=plan.id,
        variation=line.variation,
        quantity=line.line.quantity,
        first_order=order,
        price=agreed.price,
        full_price=agreed.full,
        coupon_code=agreed.coupon_code,
        currency=currency(),
        price_rule=plan.price_rule,
        trial_price=plan.trial_price if plan.has_trial else None,
        trial_boxes=plan.trial_boxes,
        bottles=plan.bottles,
        interval_count=plan.cadence.count,
        interval_unit=plan.cadence.unit,
        least_boxes=plan.least_boxes,
        most_boxes=plan.most_boxes,
        skips_in_a_row=plan.skips_in_a_row,
        longest_pause=plan.longest_pause,
        anchor_at=now,
        email=order.email,
        billing=order.billing,
        shipping=order.shipping,
        shipping_rate=order.shipping_rate,
        created_at=now,
    )
