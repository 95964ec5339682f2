"""Closes accounts that are to be erased, and opens them again: for thirty days the owner may change their mind."""

from datetime import datetime, timedelta
from typing import Final

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core.signing import BadSignature, Signer
from django.db import transaction

from vintner.customers.models import User
from vintner.orders.models import Order, Refund
from vintner.orders.ownership import list_own_order_ids
from vintner.orders.rules import Status
from vintner.payments.attempts.rules import OPEN_PAYMENT_STATUSES, PaymentStatus
from vintner.payments.models import Case, Payment
from vintner.privacy import privacy_emails
from vintner.privacy.models import Erasure
from vintner.refusal import Refusal
from vintner.subscriptions.changes.own_actions import cancel_all, list_charging

DELAY: Final = timedelta(days=30)
OPEN: Final = (Status.PENDING, Status.ON_HOLD, Status.PROCESSING)
"""Orders in which something is still to be paid or sent."""
RUNNING: Final = OPEN_PAYMENT_STATUSES | {PaymentStatus.AUTHORIZED}
STAFF: Final = "Accounts of staff are not erased here. A superuser takes the rights away first."
CLOSED: Final = "This account is closed already."
_SIGNER: Final = Signer(salt="vintner.privacy.keep")


def list_obstacles(user: User) -> tuple[str, ...]:
    """Return why the account cannot be erased now, in words for its owner. Empty when it can. Six queries at most."""
    if user.is_staff or user.is_superuser:
        return (STAFF,)
    ids = list_own_order_ids(user)
    open_orders = Order.objects.filter(pk__in=ids, status__in=OPEN).order_by("pk")
    found = [f"Order {order.number} is not finished: {order.get_status_display()}." for order in open_orders]
    paying = Payment.objects.filter(order__in=ids, status__in=RUNNING).exclude(order__status__in=OPEN)
    found += [f"A payment of order {each.order_id} is running." for each in paying]
    running = Refund.objects.filter(order__in=ids, state="requested")
    found += [f"A refund of order {each.order_id} is running." for each in running]
    if user.subscribed_at is not None:
        found += [f"A box of subscription {number} is being charged." for number in list_charging(user)]
    disputed = Case.objects.filter(payment__order__in=ids, closed_at=None)
    found += [f"A payment of order {each.payment.order_id} is disputed." for each in disputed.select_related("payment")]
    return tuple(dict.fromkeys(found))


def close_account(user: User, now: datetime, *, by: User | None = None) -> Erasure:
    """Close the account, end its subscriptions and sessions, and mail how to keep it. `by` names staff who do it for
    the customer. Subscriptions stay ended, also when the account is kept.

    Raises Refusal `not_now` with the obstacles, or `closed`.
    """
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=user.pk)
        if find_erasure(user.pk) is not None:
            raise Refusal("closed", CLOSED)
        if obstacles := list_obstacles(user):
            raise Refusal("not_now", " ".join(obstacles))
        cancel_all(user, now, by=by or user)
        erasure = Erasure.objects.create(user=user, requested_at=now, due_at=now + DELAY, by=by)
        end_sessions(user)
        privacy_emails.queue_closed(user.email, erasure.due_at, sign_keep_token(erasure))
    return erasure


def find_erasure(user_id: int) -> Erasure | None:
    """Return the erasure that an account waits for."""
    return Erasure.objects.filter(user_id=user_id, undone_at=None, erased_at=None).first()


def keep_account(erasure_id: int, now: datetime) -> bool:
    """Open the account again. Returns False when that was done already, or it is erased."""
    with transaction.atomic():
        waiting = Erasure.objects.select_for_update(of=("self",)).filter(undone_at=None, erased_at=None)
        erasure = waiting.filter(pk=erasure_id).first()
        if erasure is None or erasure.user is None:
            return False
        erasure.undone_at = now
        erasure.save(update_fields=["undone_at"])
        privacy_emails.queue_kept(erasure.user.email)
    return True


def end_sessions(user: User) -> None:
    """Log the account out everywhere, and delete what is known of its browsers."""
    sessions = UserSession.objects.filter(user=user)
    Session.objects.filter(session_key__in=list(sessions.values_list("session_key", flat=True))).delete()
    sessions.delete()


def sign_keep_token(erasure: Erasure) -> str:
    """Return the signed number for the link that keeps the account. It ends with the erasure."""
    return _SIGNER.sign(str(erasure.pk))


def read_keep_token(token: str) -> int | None:
    """Return the number of the erasure in a link, None if it was not signed here."""
    try:
        return int(_SIGNER.unsign(token))
    except (BadSignature, ValueError):
        return None
