"""Who had the trial of a plan before: it is given once to a customer."""

from collections.abc import Collection
from typing import Final
from uuid import UUID

from django.db.models import Q

from vintner.orders.models import Order
from vintner.orders.rules import TAKEN, Status
from vintner.refusal import Refusal
from vintner.subscriptions.models import Subscription

TRIAL_ORDER_IS_OVER: Final = (
    "The trial price is given once to each customer, and you had it by another order since. Nothing was charged: please"
    " cancel this order, and subscribe anew."
)


def list_had_plans(user_id: int, plan_ids: Collection[int], cart_id: UUID | None, **_: object) -> set[int]:
    """Return the plans among these that a customer had: the subscription was opened, whether or not it has ended, or
    its payment is on its way. Receiver of `trials_asked`. One query.

    What another cart has ordered and is still to be paid counts too; the unpaid order of this cart is the one that is
    placed now.
    """
    started = Q(started_at__isnull=False) | Q(first_order__status__in=TAKEN)
    elsewhere = Q(first_order__status=Status.PENDING) & ~Q(first_order__cart_id=cart_id)
    rows = Subscription.objects.filter(started | elsewhere, user_id=user_id, plan_id__in=plan_ids)
    return set(rows.values_list("plan_id", flat=True))


def refuse_second_trial(order: Order, **_: object) -> None:
    """Refuse to pay for an order that opens a subscription with a trial, if its customer got the trial by another order
    since. Receiver of `attempt_asked`. No query for a guest's order, else one, two for one with a trial.
    """
    if order.user_id is None:
        return
    opened = Subscription.objects.filter(first_order=order, trial_price__isnull=False, trial_boxes__gt=0)
    plans = set(opened.values_list("plan_id", flat=True))
    if plans and list_had_plans(order.user_id, plans, order.cart_id):
        raise Refusal("trial_is_over", TRIAL_ORDER_IS_OVER)
