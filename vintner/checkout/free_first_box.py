"""A subscription whose first order costs nothing: its method is saved after the order, without paying."""

import logging
from datetime import datetime

from vintner.checkout.forms import CheckoutForm
from vintner.customers.models import User
from vintner.orders.models import Order
from vintner.payments.attempts import card_testing
from vintner.payments.attempts.apply_intent import ForeignIntent
from vintner.payments.attempts.payment_input import PaymentInput
from vintner.payments.gateway import ProviderDown
from vintner.payments.models import SavedMethod
from vintner.payments.saved_methods.purpose import SetupPurpose
from vintner.payments.saved_methods.rules import SetupStatus
from vintner.payments.saved_methods.setups import StartedSetup, create_setup, start_setup
from vintner.payments.types import CARD
from vintner.refusal import Refusal
from vintner.subscriptions.order_events import take_saved_method

log = logging.getLogger(__name__)


def keep_method(order: Order, form: CheckoutForm, user: User | None, now: datetime) -> StartedSetup | None:
    """Save the method by which later boxes of a free order are paid. Returns the setup that waits for the shopper.

    The order stands whatever comes of it: without a method its boxes are paid by hand. A repeat does nothing twice.
    """
    given = form.payment_input
    if order.total or user is None or not given.method or not order.subscriptions.exists():
        return None
    if given.customer_id:
        _take_saved(order, given, user, now)
        return None
    if given.method_type is not CARD:
        return None
    try:
        card_testing.count_setup(user.pk, form.sent_from)
        started = start_setup(create_setup(user, given.method, now, purpose=SetupPurpose(order=order)), form.sent_from)
    except (Refusal, ProviderDown, ForeignIntent) as error:
        log.warning("no method was saved for the boxes of order %s: %s", order.pk, error)
        return None
    if started.setup.status == SetupStatus.SUCCEEDED:  # perhaps long ago
        _take_saved(order, given, user, now)
    return started if started.setup.status == SetupStatus.ACTION_REQUIRED and started.intent is not None else None


def _take_saved(order: Order, given: PaymentInput, user: User, now: datetime) -> None:
    method = SavedMethod.objects.filter(customer__user=user, method_id=given.method).first()
    if method is not None:
        take_saved_method(order, method, now)
