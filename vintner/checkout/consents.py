"""The boxes that a shopper ticks before ordering: the terms, and the age.

The terms are required of a form that says that it displayed them, because clients that buy in the shopper's name have
no page. The age is required of everybody.
"""

from collections.abc import Mapping

from vintner.checkout.fields import clean
from vintner.refusal import Refusal
from vintner.shipping import age

TERMS, TERMS_SHOWN = "terms", "terms-field"
TERMS_LABEL = "I have read and agree to the website terms and conditions"
TERMS_MISSING = "Please read and accept the terms and conditions, then place the order."
AGE_MISSING = "Please confirm that you are of legal age: we may not sell you wine otherwise."


def missing_consents(values: Mapping[str, str]) -> list[Refusal]:
    """Return refusals for displayed boxes that are not ticked. The age is checked later, when the cart is known."""
    if values.get(TERMS_SHOWN) and not values.get(TERMS):
        return [Refusal("terms", TERMS_MISSING, TERMS)]
    return []


def read_age_fields(values: Mapping[str, str]) -> dict[str, str]:
    """Return the form's fields about age: the ticked `age.BOX`, or the three fields of `age.BORN`.

    The classic form sends them by these names, the Store API by the same names in its extension. If the store checks
    ages, place_order refuses missing fields (docs/behaviour/checkout.md#age).
    """
    return {name: clean(values.get(name, ""))[:4] for name in (age.BOX, *age.BORN)}
