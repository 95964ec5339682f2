"""Builds the express buttons of a page."""

from typing import Final
from urllib.parse import urlencode

from django.conf import settings

from vintner.checkout import forms
from vintner.express.merchant_settings import current_settings, offered_wallets
from vintner.money import currency
from vintner.notices.models import Policy
from vintner.shipping import age
from vintner.shipping.regions import regions
from vintner.shipping.rules.age import Check
from vintner.shipping.rules.wine import OLDEST_LEGAL_AGE
from vintner.web.express_buttons import Affirmation, ExpressButtons, ExpressPurchase

RADIUS: Final = 4
"""Pixels, of the buttons' corners."""


def find_express_buttons(purchase: ExpressPurchase) -> ExpressButtons | None:
    """Return the buttons, None where no wallet is offered. The setting EXPRESS_BUTTONS names this function.

    At most two queries: the merchant's settings, and the terms where there are buttons.
    """
    chosen, wallets = current_settings(), offered_wallets()
    if not wallets or purchase.place not in chosen.places or not settings.STRIPE_PUBLISHABLE_KEY:
        return None
    if purchase.amount.minor <= 0:
        return None
    is_placed = purchase.order is not None
    asked = Check.OFF if is_placed else age.required(alcoholic=purchase.alcoholic)
    return ExpressButtons(
        place=purchase.place,
        wallets=wallets,
        ajax_url="/?wc-ajax=%%endpoint%%",
        publishable_key=settings.STRIPE_PUBLISHABLE_KEY,
        script=f"{settings.SANDBOX_URL}/sandbox/stripe.js" if settings.SANDBOX else "",
        account="",
        api_version=settings.STRIPE_API_VERSION,
        locale="en",
        currency=currency().lower(),
        country=settings.STORE_BASE_ADDRESS["country"],
        label=settings.STORE_NAME,
        height=chosen.height,
        radius=RADIUS,
        theme=chosen.theme,
        kind=chosen.kind,
        needs_shipping=purchase.needs_shipping and not is_placed,
        countries=tuple(regions()),
        amount=purchase.amount.minor,
        age=_age_box(purchase.legal_age) if asked is Check.AFFIRM else None,
        born=age.BORN if asked is Check.DATE_OF_BIRTH else (),
        terms=_terms_box(),
        login_url=_login_url(purchase.back_url) if chosen.login_first and purchase.is_guest else "",
        order=purchase.order,
    )


def _age_box(legal_age: int | None) -> Affirmation:
    """Return the box. Before the place is known, it names the highest age that any place asks for."""
    return Affirmation(
        name=age.BOX,
        shown="",
        label=age.box_words(legal_age or OLDEST_LEGAL_AGE),
        missing=forms.AGE_MISSING,
        title="",
        paragraphs=(),
    )


def _terms_box() -> Affirmation | None:
    terms = Policy.objects.filter(kind=Policy.Kind.TERMS).first()
    if terms is None or not terms.paragraphs:
        return None
    return Affirmation(
        name=forms.TERMS,
        shown=forms.TERMS_SHOWN,
        label=forms.TERMS_LABEL,
        missing=forms.TERMS_MISSING,
        title="Read the terms and conditions",
        paragraphs=terms.paragraphs,
    )


def _login_url(back_url: str) -> str:
    """Return the address of the log-in form's own page, which leads back to the page of the buttons."""
    return f"{settings.LOGIN_URL}?{urlencode({'section': 'login', 'next': back_url})}"
