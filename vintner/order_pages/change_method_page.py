"""Builds the page on which a subscriber changes the payment method of a subscription."""

from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from vintner.checkout.pages import OrderFact, PaymentOptions
from vintner.checkout.payment_options import payment_options
from vintner.checkout.provider_settings import change_settings
from vintner.checkout.saved_cards import saved_cards
from vintner.customers.models import User
from vintner.customers.pages import account_menu
from vintner.money import ZERO
from vintner.order_pages.pages import ChangeMethodPage
from vintner.orders.rules import PAYABLE
from vintner.payments.appearance import NO_APPEARANCES, SavedAppearances
from vintner.payments.offered_types import list_addable
from vintner.payments.types import CARD
from vintner.shipping.address_form import BILLING
from vintner.shipping.regions import Address
from vintner.subscriptions import boxes
from vintner.subscriptions.changes import methods
from vintner.subscriptions.dates import day_of
from vintner.subscriptions.models import Subscription
from vintner.subscriptions.rules import OPEN_BOXES
from vintner.web.page import CSRF_TOKEN, Head, Shared

UPDATE_ALL: Final = "update_all_subscriptions_payment_method"
"""The field of the box that changes all subscriptions."""
ALL_LABEL: Final = "Use this payment method for *all* of my current subscriptions"
CHANGE, ADD = "Change payment method", "Add payment method"


def change_method_page(
    subscription: Subscription, user: User, shared: Shared, appearances: SavedAppearances = NO_APPEARANCES
) -> ChangeMethodPage:
    """Return the page. The caller has checked that the user may change the method. Six queries at most."""
    title = CHANGE if subscription.method is not None else ADD
    billing = Address.read(subscription.billing)
    return ChangeMethodPage(
        head=Head(title=f"{title} – {settings.STORE_NAME}", robots="noindex"),
        shared=shared,
        csrf_token=CSRF_TOKEN,
        menu=account_menu("subscriptions", user),
        action=methods.change_url(subscription),
        back_url=reverse("view_subscription", args=[subscription.pk]),
        number=subscription.number,
        title=title,
        notice=_notice(subscription),
        current=subscription.method.label if subscription.method is not None else "",
        charge=_charge(subscription),
        all_label=ALL_LABEL if methods.count_changeable(user) > 1 else "",
        all_field=UPDATE_ALL,
        billing=tuple(
            OrderFact(name=f"{BILLING}_{name}", value=value)
            for name, value in {**billing.stored(), "email": user.email}.items()
        ),
        payment=_methods(subscription, user, title),
        provider=change_settings(subscription.pk, billing, appearances),
    )


def _charge(subscription: Subscription) -> str:
    """Return what the form charges: a box that is not paid is charged at once to a method that was not tried for it."""
    box = boxes.find_charged_at_once(subscription)
    if box is None:
        return "Nothing is charged by this form."
    order = box.order
    total = order.total if order is not None and order.status in PAYABLE else box.announced_total
    charge = f"Box {box.number} is not paid yet. {total} is charged for it at once to the method that you choose here"
    return f"{charge}, unless that was tried for this box before."


def _notice(subscription: Subscription) -> str:
    box = subscription.boxes.filter(state__in=[each.value for each in OPEN_BOXES]).first()
    due = max(box.next_try_at, timezone.now()) if box is not None else timezone.now()
    return f"Choose a new payment method. Next payment is due {day_of(due)}."


def _methods(subscription: Subscription, user: User, title: str) -> PaymentOptions:
    """Return the types that can be kept, with the saved methods, that in use chosen. The total is 0."""
    cards = saved_cards(user, timezone.now(), chosen=str(subscription.method_id or ""))
    options = payment_options(ZERO, button=title, cards=cards, offered=list_addable() or (CARD,))
    return options.model_copy(
        update={
            "methods": tuple(each.model_copy(update={"button": title, "may_save": False}) for each in options.methods)
        }
    )
