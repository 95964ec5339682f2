"""What a shopper agrees to by a box before the order.

As the contract has it, the terms are required of a form that says it showed them: clients that buy in the shopper's
name show no page. The age is required of everybody.
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
    """Return what is not agreed to of what was shown. The box of age waits until it is known what is bought."""
    if values.get(TERMS_SHOWN) and not values.get(TERMS):
        return [Refusal("terms", TERMS_MISSING, TERMS)]
    return []


def read_age_fields(values: Mapping[str, str]) -> dict[str, str]:
    """Return what a client says about the shopper's age: `age.BOX` ticked, or the three boxes of `age.BORN`.

    Where the store checks ages, every way of ordering wine carries it in CheckoutForm.age_fields: the form of the
    classic checkout by these field names, the Store API by the same names in its own extension. Nothing at all is an
    answer, too: place_order refuses it.
    """
    return {name: clean(values.get(name, ""))[:4] for name in (age.BOX, *age.BORN)}
