"""What an order that opens a subscription asks for besides: an account, and a method that can be charged later."""

from dataclasses import replace
from datetime import datetime
from typing import Final

from vintner.cart.carts import QuotedCart
from vintner.cart.trials import find_had_trials
from vintner.checkout import accounts
from vintner.checkout.forms import AGREES_TO_CHARGES, CheckoutForm
from vintner.customers.models import User
from vintner.orders.models import Order
from vintner.payments.attempts.payment_input import PaymentInput
from vintner.payments.messages import MISSING_METHOD
from vintner.payments.offered_types import METHOD_FIELD, list_offered, missing_method
from vintner.payments.types import CARD, SAVABLE_AT_CHECKOUT
from vintner.refusal import Refusal
from vintner.subscriptions.opening import has_subscription, subscribed_lines
from vintner.subscriptions.order_events import is_of_subscription
from vintner.subscriptions.words import CHARGES_NOT_AGREED, NO_WALLET, consents_of, digest_of, join_charges

ACCOUNT_NEEDED: Final = "A subscription needs an account. Please log in, or create an account with this order."
WHY_ACCOUNT: Final = "A subscription needs an account: there you skip, delay or cancel your boxes. Choose a password."
TERMS_CHANGED: Final = (
    "The terms of the subscription have changed. Nothing was charged: please read them and place the order again."
)
TRIAL_IS_OVER: Final = (
    "The trial price is given once to each customer, and you had it already. Nothing was charged: please look at the"
    " total and place the order again."
)


def prepare_form(form: CheckoutForm, quoted: QuotedCart, user: User | None, now: datetime) -> CheckoutForm:
    """Return the form of an order that opens a subscription: its method is saved for later boxes.

    Other forms are returned as they are. Raises Refusal for a wallet's button, for a guest who opens no account, for
    a free first box without a card, for terms that differ from those that were shown, and where later charges are not
    agreed to. A method that cannot be saved
    is allowed: later boxes are paid by hand then.
    """
    if not has_subscription(quoted):
        return form
    if form.payment_input.wallet or form.check is not None:
        raise Refusal("subscription", NO_WALLET)
    _refuse_second_trial(quoted, user)
    refuse_without_consent(form, quoted, user, now)
    if not quoted.quote.total:
        _require_card(form)
    return replace(form, payment_input=_saved_for_boxes(form.payment_input))


def refuse_without_consent(form: CheckoutForm, quoted: QuotedCart, user: User | None, now: datetime) -> None:
    """Refuse a form without an account, with terms that differ from those that were shown, and where later charges are
    not agreed to, if its order opens a subscription.
    """
    consents = consents_of(quoted, now)
    if not consents:
        return
    if user is None and not form.password:
        raise Refusal("account_needed", ACCOUNT_NEEDED, accounts.WANTS_ACCOUNT_FIELD)
    if form.agreed and form.agreed != digest_of(consents):
        raise Refusal("terms_changed", TERMS_CHANGED)
    if join_charges(consents) and not form.agrees_to_charges:
        raise Refusal("charges_not_agreed", CHARGES_NOT_AGREED, AGREES_TO_CHARGES)


def _require_card(form: CheckoutForm) -> None:
    """Refuse a free first box without a card for the later ones, or a saved method. A store without cards has later
    boxes paid by hand. Whether the card can be saved is seen after the order (free_first_box.py).
    """
    given = form.payment_input
    if CARD not in list_offered() or (given.customer_id and given.method):
        return
    if not form.names_method:
        raise missing_method()
    if given.method_type is not CARD or not given.method:
        raise Refusal("no_method", MISSING_METHOD, METHOD_FIELD)


def _refuse_second_trial(quoted: QuotedCart, user: User | None) -> None:
    """Refuse a trial that the customer has got by another cart since the cart was quoted. The account stays locked: two
    carts at once get one trial.
    """
    plans = {plan.id for _, plan in subscribed_lines(quoted) if plan.has_trial}
    if user is None or not plans:
        return
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if find_had_trials(user.pk, quoted.cart, plans):
        raise Refusal("total_changed", TRIAL_IS_OVER)


def prepare_payment(given: PaymentInput, order: Order, user: User | None) -> PaymentInput:
    """Return the input of a further attempt to pay an order: for boxes of a subscription its method is saved.

    One query. Raises Refusal for a wallet's button.
    """
    if user is None or order.user_id != user.pk or not is_of_subscription(order):
        return given
    if given.wallet:
        raise Refusal("subscription", NO_WALLET)
    return _saved_for_boxes(given)


def _saved_for_boxes(given: PaymentInput) -> PaymentInput:
    is_new = not given.customer_id and given.method_type.name in SAVABLE_AT_CHECKOUT
    return replace(given, save=True) if is_new else given
