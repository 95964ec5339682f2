"""Reads and validates the checkout's form. All refusals are raised together, in the order of the form."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from vintner.attribution.models import NAMES
from vintner.cart import carts
from vintner.cart.models import Cart
from vintner.cart.prices.delivery_choices import SHIP_NOW, WEATHER_HOLD
from vintner.cart.saved import price_inputs
from vintner.checkout import accounts
from vintner.customers.models import User
from vintner.orders.rules import LONGEST_GIFT_MESSAGE, NO_GIFT, GiftOptions
from vintner.payments.attempts.payment_input import (
    PaymentInput,
    PurchaseCheck,
    read_payment_input,
    read_wallet_input,
)
from vintner.payments.offered_types import METHOD_FIELD, offered_code_or_blank, require_type, require_wallet_type
from vintner.payments.wallets.rules import Wallet
from vintner.refusal import Refusal, Refusals
from vintner.shipping import age
from vintner.shipping.address_form import BILLING, SHIPPING, Field, find_problem, read_group
from vintner.shipping.regions import Address, find_region
from vintner.shipping.rules import Place
from vintner.web.client_address import BrowserInfo
from vintner.web.numbers import whole
from vintner.web.text_input import read_line, read_lines

DIFFERENT = "ship_to_different_address"
RATE = "shipping_method[0]"
SHOWN_TOTAL = "shown_total"
AGREED = "subscription_terms"
"""The hash of the sentences to which a subscriber agrees, as the page showed them."""
AGREES_TO_CHARGES = "subscription_charges"
"""The box by which a subscriber agrees to later charges."""
AGREEMENTS = ("1", "true", "on", "yes")
"""Its values that say so. It is evidence, so nothing else does."""
NOTE = Field(
    name="order_comments",
    label="Order notes",
    autocomplete="off",
    kind="textarea",
    required=False,
    placeholder="Notes about your order, e.g. special notes for delivery.",
    longest=2000,
)
IS_GIFT = "is_gift"
GIFT_WITHOUT_PRICES = "gift_without_prices"
GIFT_MESSAGE = Field(
    name="gift_message", label="Gift message", autocomplete="off", required=False, longest=LONGEST_GIFT_MESSAGE
)
GIFT_FIELDS = (IS_GIFT, GIFT_MESSAGE.name, GIFT_WITHOUT_PRICES)
TERMS, TERMS_SHOWN = "terms", "terms-field"
TERMS_LABEL = "I have read and agree to the website terms and conditions"
TERMS_MISSING = "Please read and accept the terms and conditions, then place the order."
AGE_MISSING = "Please confirm that you are of legal age: we may not sell you wine otherwise."
ATTRIBUTION_PREFIX = "wc_order_attribution_"
LONGEST_ATTRIBUTION = 500
NO_ATTRIBUTION = "(none)"
"""What the tracker writes for a value that it does not have; it is not saved."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckoutForm:
    """A valid checkout form. `shown_total` (minor units) is what the page displayed; None when the client sends none.

    `names_method` is False when no payment method was named, which only suits an order that costs nothing. With a
    `password`, an account is to be opened. `sent_from` is the visitor's internet address. `attribution` says where the
    shopper came from, by the names of attribution.models.NAMES. `agreed` is the hash of a subscription's terms that the
    page showed, '' when the client sends none; `agrees_to_charges` says that the box of its later charges is ticked.
    `check` compares it with what a wallet showed, or with what a subscriber was told. With `unpaid_until` the order is
    only placed, and waits so long to be paid by hand. `ships_now` declines a weather hold, where there is one and the
    merchant lets shoppers.
    """

    billing: Address
    shipping: Address
    separate: bool
    email: str
    note: str
    rate_id: str | None
    payment_input: PaymentInput
    shown_total: int | None
    password: str = dataclasses.field(default="", repr=False)
    age_fields: Mapping[str, str] = dataclasses.field(default_factory=dict)
    attribution: Mapping[str, str] = dataclasses.field(default_factory=dict)
    sent_from: str = ""
    names_method: bool = True
    agreed: str = ""
    agrees_to_charges: bool = False
    check: PurchaseCheck | None = None
    unpaid_until: datetime | None = None
    ships_now: bool = False
    gift: GiftOptions = NO_GIFT

    @property
    def is_automatic(self) -> bool:
        """Return whether the store itself places the order, for a box of a subscription."""
        return self.payment_input.off_session or self.unpaid_until is not None

    @property
    def place(self) -> Place:
        to = self.shipping
        return Place(country=to.country, state=to.state, postcode=to.postcode, city=to.city)

    @property
    def parcel_group(self) -> str:
        """The group of fields with the parcel's address."""
        return SHIPPING if self.separate else BILLING


def with_sender(form: CheckoutForm, browser: BrowserInfo, page: str, origin: Mapping[str, str]) -> CheckoutForm:
    """Return the form with its sender: the visitor's browser and origin, and the page that sent it."""
    payment_input = dataclasses.replace(form.payment_input, browser=browser, page=page)
    return dataclasses.replace(form, sent_from=browser.address, payment_input=payment_input, attribution=origin)


def read_values(
    values: Mapping[str, str],
    user: User | None,
    *,
    optional: frozenset[str] = frozenset(),
    wallet: Wallet | None = None,
) -> CheckoutForm:
    """Return the form with these values by field name. Raises Refusals. Only guests can open an account.

    `optional` names fields of an address that may be left out besides those that always may. A `wallet` decides the
    type of the payment, whatever method the form names.
    """
    separate = ships_elsewhere(values)
    billing, email, refused = read_group(BILLING, values, optional)
    shipping = billing
    if separate:
        shipping, _, also_refused = read_group(SHIPPING, values, optional)
        refused += also_refused
    note = read_lines(values.get(NOTE.name, ""))
    if wrong := find_problem(NOTE, note, None, NOTE.label):
        refused.append(Refusal("note", wrong, NOTE.name))
    gift, refused_gift = read_gift(values)
    refused += refused_gift
    opens_account = user is None and is_ticked(values, accounts.WANTS_ACCOUNT_FIELD)
    password = values.get(accounts.PASSWORD.name, "") if opens_account else None
    if password is not None and (weak := accounts.password_problem(password, email=email, billing=billing)):
        refused.append(weak)
    payment_input, unfit = _read_payment_input(values, user, billing.country, wallet)
    refused += [*missing_consents(values), *unfit]
    if refused:
        raise Refusals(tuple(refused))
    return CheckoutForm(
        billing=billing,
        shipping=shipping,
        separate=separate,
        email=email,
        note=note,
        gift=gift,
        rate_id=read_line(values[RATE])[:40] if RATE in values else None,
        payment_input=payment_input,
        names_method=bool(values.get(METHOD_FIELD)),
        shown_total=read_minor_units(values.get(SHOWN_TOTAL, "")),
        password=password or "",
        agreed=read_line(values.get(AGREED, ""))[:64],
        agrees_to_charges=values.get(AGREES_TO_CHARGES, "").lower() in AGREEMENTS,
        ships_now=values.get(WEATHER_HOLD) == SHIP_NOW,
        age_fields=read_age_fields(values),
        attribution=read_attribution(values),
    )


def read_gift(values: Mapping[str, str]) -> tuple[GiftOptions, list[Refusal]]:
    """Return the gift of a form, with the refusal of a message that is too long. Without the gift's box there is none,
    whatever else was sent.
    """
    if not is_ticked(values, IS_GIFT):
        return NO_GIFT, []
    message = read_lines(values.get(GIFT_MESSAGE.name, ""))
    if wrong := find_problem(GIFT_MESSAGE, message, None, GIFT_MESSAGE.label):
        return NO_GIFT, [Refusal("gift_message", wrong, GIFT_MESSAGE.name)]
    return GiftOptions(is_gift=True, message=message, without_prices=is_ticked(values, GIFT_WITHOUT_PRICES)), []


def _read_payment_input(
    values: Mapping[str, str], user: User | None, country: str, wallet: Wallet | None
) -> tuple[PaymentInput, list[Refusal]]:
    """Return the payment input and its refusals. Whether anything has to be paid is known when the order is placed."""
    if not (code := values.get(METHOD_FIELD, "")):
        return PaymentInput(""), []
    try:
        if wallet is not None:
            return read_wallet_input(values, wallet, require_wallet_type(wallet, country)), []
        method_type = require_type(code, country)
        return read_payment_input(values, user, timezone.now(), method_type), []
    except Refusal as refusal:
        return PaymentInput(""), [refusal]


def save_price_inputs(cart: Cart, values: Mapping[str, str]) -> bool:
    """Save the form values that the cart's price may depend on, so that the page displays what the order costs. Says
    whether any of them is new.
    """
    return price_inputs.save_price_inputs(cart, read_price_inputs(values))


def read_price_inputs(values: Mapping[str, str]) -> price_inputs.PriceInputs:
    """Return the form values that the cart's price may depend on."""
    return price_inputs.PriceInputs(
        email=values.get(f"{BILLING}_email", ""),
        payment_method=offered_code_or_blank(values.get(METHOD_FIELD, "")),
        billing_city=read_line(values.get(f"{BILLING}_city", "")),
    )


def price_for_initial_values(cart: Cart, values: Mapping[str, str]) -> bool:
    """Price the cart for the form's first values: a customer's last address counts until another one is entered.
    Without a postcode the place is no more precise than the cart's own. Says whether that changed the cart.
    """
    changed = save_price_inputs(cart, values)
    group = SHIPPING if ships_elsewhere(values) else BILLING
    place = Place(**{name: values.get(f"{group}_{name}", "") for name in ("country", "state", "postcode", "city")})
    if not find_region(place.country) or not place.postcode or place == cart.place:
        return changed
    carts.set_destination(cart, place)
    return True


def price_for_typed_place(cart: Cart, values: Mapping[str, str]) -> None:
    """Price the cart for the state that a form names, whatever is wrong with its other fields. A postcode that is none
    of the state's is left out.
    """
    group = SHIPPING if ships_elsewhere(values) else BILLING
    country, state, postcode, city = (
        read_line(values.get(f"{group}_{name}", "")) for name in ("country", "state", "postcode", "city")
    )
    region = find_region(country)
    if region is None or (region.states and state not in region.states):
        return
    postcode = region.tidy_postcode(postcode[:20])
    fits = region.postcode.fullmatch(postcode) and not region.misplaced_postcode(state, postcode)
    place = Place(country=country, state=state, postcode=postcode if fits else "", city=city[:120])
    if place != cart.place:
        carts.set_destination(cart, place)


def ships_elsewhere(values: Mapping[str, str]) -> bool:
    """Return whether the parcel goes to another address than the bill."""
    return is_ticked(values, DIFFERENT)


def is_ticked(values: Mapping[str, str], name: str) -> bool:
    """Return whether the form has a box ticked. Programs write “0” for an empty one, and the admin “False”."""
    return values.get(name, "") not in ("", "0", "False")


def missing_consents(values: Mapping[str, str]) -> list[Refusal]:
    """Return refusals for displayed boxes that are not ticked. The age is checked later, when the cart is known.

    The terms are required of a form that says that it displayed them, because clients that buy in the shopper's name
    have no page.
    """
    if values.get(TERMS_SHOWN) and not values.get(TERMS):
        return [Refusal("terms", TERMS_MISSING, TERMS)]
    return []


def read_age_fields(values: Mapping[str, str]) -> dict[str, str]:
    """Return the form's fields about age: the ticked `age.BOX`, or the three fields of `age.BORN`.

    The classic form sends them by these names, the Store API by the same names in its extension. If the store checks
    ages, place_order refuses missing fields (docs/behaviour/checkout.md#age).
    """
    return {name: read_line(values.get(name, ""))[:4] for name in (age.BOX, *age.BORN)}


def read_attribution(values: Mapping[str, str]) -> dict[str, str]:
    """Return where the shopper came from, by name without the prefix. Long values are cut, since anybody can send
    anything.
    """
    sent = {name: read_line(values.get(f"{ATTRIBUTION_PREFIX}{name}", ""))[:LONGEST_ATTRIBUTION] for name in NAMES}
    return {name: value for name, value in sent.items() if value not in ("", NO_ATTRIBUTION)}


def read_minor_units(text: str) -> int | None:
    """Return an amount in minor units, None for an empty text, and -1, which equals no total, for invalid ones."""
    if not text.strip():
        return None
    amount = whole(text, digits=15)
    return -1 if amount is None else amount
