"""The age check: a store setting (AGE_CHECK), and the words.

`off` asks nothing. `affirm` asks once at a gate and again with a box at the checkout. `date_of_birth` asks for the date
at the checkout, for wine that is sent. The law's age is that of the place where the wine is handed over: where it goes
to, or the store's own if it is picked up.
"""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Final

from django.conf import settings
from django.utils import timezone

from vintner.refusal import Refusal
from vintner.shipping.regions import place_name, spoken
from vintner.shipping.rules import DestinationTerms
from vintner.shipping.rules.age import Check, problem_of, read_date
from vintner.shipping.rules.wine import OLDEST_LEGAL_AGE
from vintner.web.page import AgeGate

BOX: Final = "of_age"
"""The box at the checkout."""
BORN: Final = ("born_year", "born_month", "born_day")
"""The three boxes of a date of birth."""


def check() -> Check:
    """Return what the store asks."""
    return Check(settings.AGE_CHECK)


def question(*, back: str) -> AgeGate:
    """Return what the gate asks; a yes leads to the path `back`. No query.

    Where they live is not known yet: it names the highest age that any place asks for, and who asks for less.
    """
    return AgeGate(
        question=f"Are you {OLDEST_LEGAL_AGE} or older?",
        text=f"{settings.STORE_NAME} sells wine, and only to adults. In Canada, the legal age of your province counts.",
        yes="Yes, I am of legal age",
        no="No, I am younger",
        back=back,
    )


def farewell() -> AgeGate:
    """Return what the gate says after a no."""
    return AgeGate(
        question="Thank you for telling us.",
        text=f"{settings.STORE_NAME} is for adults. The vines will be here when you are old enough: see you then.",
        yes="I am of legal age after all",
        no="",
        back="/",
    )


def required(*, alcoholic: bool) -> Check:
    """Return what the checkout asks about a cart."""
    return check() if alcoholic else Check.OFF


def box_label(there: DestinationTerms, *, is_pickup: bool = False) -> str:
    """Return the words beside the checkout's box."""
    return box_words(there.legal_age, is_pickup=is_pickup)


def box_words(legal_age: int, *, is_pickup: bool = False) -> str:
    """Return the words of the box for a place with this legal age, in years."""
    if is_pickup:
        return f"I am {legal_age} or older, and an adult with a photo ID will collect the wine."
    return f"I am {legal_age} or older, and an adult will be there to sign for the wine."


def note(*, alcoholic: bool) -> str:
    """Return what stands below the checkout's button about age; where the wine goes may still change there."""
    if required(alcoholic=alcoholic) is Check.OFF:
        return ""
    return (
        "By placing this order you confirm that you are of legal age where the wine goes, or where you pick it up."
        " Someone of that age must sign for the parcel, or collect the wine."
    )


def refuse_unless_of_age(values: Mapping[str, str], there: DestinationTerms, *, alcoholic: bool, now: datetime) -> None:
    """Refuse a checkout whose shopper did not say, or is not, old enough for wine sent there.

    `values` are the form's: BOX, or the three of BORN. Nothing of them is kept.
    """
    match required(alcoholic=alcoholic):
        case Check.OFF:
            return
        case Check.AFFIRM:
            if values.get(BOX, "") in ("", "0"):
                text = f"Please confirm that you are {there.legal_age} or older: we may not sell you wine otherwise."
                raise Refusal("age", text, BOX)
        case Check.DATE_OF_BIRTH:
            year, month, day = (values.get(name, "") for name in BORN)
            refuse_if_too_young(read_date(year, month, day), there, timezone.localdate(now))


def shown(*, alcoholic: bool) -> str:
    """Return how a shopper whom nothing was refused has shown to be of age, for the order; '' when nobody asked."""
    match required(alcoholic=alcoholic):
        case Check.AFFIRM:
            return "The shopper confirmed to be of legal age"
        case Check.DATE_OF_BIRTH:
            return "The shopper gave a date of birth that is of legal age"
    return ""


def refuse_if_too_young(born: date | None, there: DestinationTerms, day: date) -> None:
    """Refuse who is not of age there on a day, or gives no date."""
    name = spoken(place_name(there.country, there.state))
    problem = problem_of(born, day, there.legal_age, name=name)
    if problem is not None:
        raise Refusal(f"age_{problem.code}", problem.message, BORN[0])
