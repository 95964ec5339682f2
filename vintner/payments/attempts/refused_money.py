"""Money that the store refuses although its order waits for it: it goes back.

What can be known before a charge is refused then. But a browser that has an intent's secret may confirm it with another
card, and may confirm an intent of a failed order before that intent is ended.
"""

from typing import Final

from django.conf import settings
from django.utils import timezone

from vintner.orders.models import Order
from vintner.orders.rules import PAYABLE, Status
from vintner.payments.attempts.rules import IntentStatus, PaymentStatus
from vintner.payments.attempts.sent_wine import find_wine_problem
from vintner.payments.gateway import Intent, PaymentError
from vintner.payments.messages import MESSAGES, NO_WINE, PREPAID, PREPAID_FUNDING
from vintner.payments.models import Payment
from vintner.payments.types import CARD

CODES: Final = (PREPAID, NO_WINE)


def find_refused(order: Order, payment: Payment, intent: Intent) -> PaymentError | None:
    """Return why the money of a locked order is refused, None if it is not. The message is for the shopper."""
    has_money = intent.status in (IntentStatus.SUCCEEDED, IntentStatus.REQUIRES_CAPTURE)
    if not has_money or order.status not in PAYABLE:
        return None
    if settings.REFUSE_PREPAID_CARDS and payment.method_type is CARD and intent.funding == PREPAID_FUNDING:
        return PaymentError(code=PREPAID, message=MESSAGES[PREPAID])
    # The wine of a pending order counts, and was asked about before. That of a failed one was given back.
    problem = find_wine_problem(order, timezone.now()) if order.status == Status.FAILED else ""
    return PaymentError(code=NO_WINE, message=problem) if problem else None


def is_refused(payment: Payment) -> bool:
    """Return whether the money of an attempt was refused. Its error's message says why."""
    return payment.status == PaymentStatus.UNEXPECTED and payment.error_code in CODES
