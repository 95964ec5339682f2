"""How old somebody must be to buy wine, and whether they are. Pure decisions, no Django."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

MOST_YEARS = 120
"""Nobody is older: a date before is a slip."""


class Check(StrEnum):
    """What the store asks about a shopper's age."""

    OFF = "off"
    AFFIRM = "affirm"
    DATE_OF_BIRTH = "date_of_birth"


@dataclass(frozen=True, slots=True)
class AgeProblem:
    """Why a date of birth is not taken, in words for the shopper."""

    code: str
    message: str


def age_on(born: date, day: date) -> int:
    """Return whole years of age. Who was born on 29 February is a year older on 1 March of other years."""
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


def of_age(born: date, day: date, minimum: int) -> bool:
    """Say whether somebody is at least `minimum` years old on a day."""
    return age_on(born, day) >= minimum


def problem_of(born: date | None, day: date, minimum: int, *, name: str) -> AgeProblem | None:
    """Return why somebody cannot be sent wine to the place `name`, None when they can."""
    if born is None:
        return AgeProblem("required", "Please enter your date of birth: the law asks us to check it.")
    if born > day or age_on(born, day) > MOST_YEARS:
        return AgeProblem("not_a_birthday", "Please check the year: that cannot be your date of birth.")
    if not of_age(born, day, minimum):
        text = f"You must be {minimum} or older to have wine sent to {name}. We cannot take this order."
        return AgeProblem("too_young", text)
    return None


def read_date(year: str, month: str, day: str) -> date | None:
    """Return the date that was typed in three boxes; None when there is no such day."""
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None
