"""Builds the express buttons of a page."""

from functools import cache
from typing import Final
from urllib.parse import urlencode

from django.conf import settings

from vintner.checkout import forms
from vintner.express.merchant_settings import current_settings, offered_wallets
from vintner.express.models import ExpressSettings
from vintner.money import currency
from vintner.notices.models import Policy
from vintner.shipping import age
from vintner.shipping.regions import regions
from vintner.shipping.rules.age import Check
from vintner.shipping.rules.wine import OLDEST_LEGAL_AGE
from vintner.web.catalogue_version import cached_by_version
from vintner.web.express_buttons import Affirmation, ExpressButtons, ExpressPurchase
from vintner.web.page import Link

RADIUS: Final = 4
"""Pixels, of the buttons' corners."""


def find_express_buttons(purchase: ExpressPurchase) -> ExpressButtons | None:
    """Return the buttons, None where no wallet is offered. The setting EXPRESS_BUTTONS names this function.

    Two queries, when a process first builds buttons of this version of the catalogue.
    """
    chosen, shared = _shared_buttons()
    if not shared.wallets or purchase.place not in chosen.places or not shared.publishable_key:
        return None
    if purchase.amount.minor <= 0:
        return None
    is_placed = purchase.order is not None
    asked = Check.OFF if is_placed else age.required(alcoholic=purchase.alcoholic)
    own = {
        "place": purchase.place,
        "needs_shipping": purchase.needs_shipping and not is_placed,
        "amount": purchase.amount.minor,
        "age": _age_box(purchase.legal_age, is_pickup=purchase.is_pickup) if asked is Check.AFFIRM else None,
        "born": age.BORN if asked is Check.DATE_OF_BIRTH else (),
        "login_url": _login_url(purchase.back_url) if chosen.login_first and purchase.is_guest else "",
        "order": purchase.order,
    }
    return shared.model_copy(update=own)


@cached_by_version
def _shared_buttons() -> tuple[ExpressSettings, ExpressButtons]:
    """Return what the merchant set, and what the buttons of all pages share."""
    chosen = current_settings()
    return chosen, ExpressButtons(
        place="product",
        wallets=offered_wallets(chosen),
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
        needs_shipping=False,
        countries=_list_shipping_countries(),
        amount=0,
        age=None,
        born=(),
        terms=_terms_box(),
        login_url="",
    )


def _list_shipping_countries() -> tuple[str, ...]:
    """Return the countries that a sheet may name. It has territories of the United States as countries; the others of
    them the card service's sheets do not know (OpenAPI, `shipping_address_collection`).
    """
    own = tuple(regions())
    return tuple(dict.fromkeys((*own, *(("GU", "PR") if "US" in own else ()))))


@cache
def _age_box(legal_age: int | None, *, is_pickup: bool) -> Affirmation:
    """Return the box. Before the place is known, it names the highest age that any place asks for."""
    return Affirmation(
        name=age.BOX,
        shown="",
        label=age.box_words(legal_age or OLDEST_LEGAL_AGE, is_pickup=is_pickup),
        missing=forms.AGE_MISSING,
        text=None,
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
        text=Link(label="Read the terms and conditions", url=terms.get_absolute_url()),
    )


def _login_url(back_url: str) -> str:
    """Return the address of the log-in form's own page, which leads back to the page of the buttons."""
    return f"{settings.LOGIN_URL}?{urlencode({'section': 'login', 'next': back_url})}"
