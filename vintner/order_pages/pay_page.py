"""Builds the payment page of an order that was placed earlier, from the permanent record."""

from django.conf import settings
from django.utils import timezone

from vintner.checkout import forms
from vintner.checkout.pages import Consent, OrderFact, OrderPayPage
from vintner.checkout.payment_options import payment_options
from vintner.checkout.provider_settings import order_settings
from vintner.checkout.saved_cards import saved_cards
from vintner.customers.models import User
from vintner.notices.models import Policy
from vintner.order_pages.receipt import find_pickup, line_views, shipping_lines, total_rows
from vintner.orders.models import Order
from vintner.orders.ownership import link, pay_link
from vintner.payments.appearance import NO_APPEARANCES, SavedAppearances
from vintner.shipping.address_form import BILLING
from vintner.shipping.regions import Address
from vintner.subscriptions.order_events import is_of_subscription, later_boxes_words
from vintner.web.dates import day_in_words
from vintner.web.email_addresses import spellings_of
from vintner.web.express_buttons import ExpressOrder, ExpressPurchase, find_express_buttons
from vintner.web.page import CSRF_TOKEN, Head, Shared

NOT_YOUR_ACCOUNT = (
    "This order was placed without an account, with another email address than yours. Pay for it only if you know it."
)


def order_pay_page(
    order: Order, shared: Shared, user: User | None, appearances: SavedAppearances = NO_APPEARANCES
) -> OrderPayPage:
    """Return the page. The caller has checked that the visitor may pay, and that there is something to pay."""
    keeps = is_of_subscription(order)
    return OrderPayPage(
        head=Head(title=f"Pay for order {order.number} – {settings.STORE_NAME}", robots="noindex"),
        shared=shared,
        csrf_token=CSRF_TOKEN,
        action=pay_link(order),
        order_id=order.pk,
        number=order.number,
        date=day_in_words(timezone.localtime(order.placed_at).date()),
        warning=_warning(order, user),
        lines=line_views(order),
        rows=total_rows(order),
        total=order.total.text,
        shipping_address=shipping_lines(order),
        pickup=find_pickup(order),
        billing=_billing(order),
        payment=payment_options(
            order.total,
            button="Pay for order",
            cards=saved_cards(user, timezone.now()),
            may_save=user is not None,
            keeps=keeps,
            later=later_boxes_words(order, user) if keeps else ("", ""),
        ),
        provider=order_settings(order, appearances, is_logged_in=user is not None, is_of_subscription=keeps),
        consents=_terms(),
        receipt_url=link("order_received", order),
        express=None
        if keeps
        else find_express_buttons(
            ExpressPurchase(
                place="order",
                amount=order.total,
                needs_shipping=False,
                alcoholic=False,
                back_url=pay_link(order),
                is_guest=user is None,
                order=ExpressOrder(id=order.pk, key=order.key, billing_email=order.email),
            )
        ),
    )


def _warning(order: Order, user: User | None) -> str:
    is_strange = user is not None and order.user_id is None and user.email not in spellings_of(order.email)
    return NOT_YOUR_ACCOUNT if is_strange else ""


def _billing(order: Order) -> tuple[OrderFact, ...]:
    """Return the payer's details for the card's provider, by the names of the checkout's fields."""
    known = {**Address.read(order.billing).stored(), "email": order.email}
    return tuple(OrderFact(name=f"{BILLING}_{name}", value=value) for name, value in known.items())


def _terms() -> tuple[Consent, ...]:
    """Return the box of terms, if the store has terms. The age was confirmed when the order was placed."""
    terms = Policy.objects.filter(kind=Policy.Kind.TERMS).first()
    if terms is None or not terms.paragraphs:
        return ()
    box = Consent(
        name=forms.TERMS,
        shown=forms.TERMS_SHOWN,
        label=forms.TERMS_LABEL,
        missing=forms.TERMS_MISSING,
        title="Read the terms and conditions",
        paragraphs=terms.paragraphs,
        ticked=False,
        error="",
    )
    return (box,)
