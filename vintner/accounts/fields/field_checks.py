"""The rule of each kind of account field: takes what was typed, returns what is stored, or raises Refusal."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

import phonenumbers
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from phonenumbers import NumberParseException, PhoneNumberFormat

from vintner.accounts.fields.kinds import KINDS, Kind
from vintner.customers.models import User
from vintner.refusal import Refusal
from vintner.shipping.regions import regions
from vintner.web.email_addresses import read_address

YEARS_BACK, YEARS_AHEAD = 100, 10
"""The years of a date field, counted from this one."""
DATE_FORMATS = ("%m/%d/%Y", "%Y-%m-%d")
"""As it is shown, and as browsers and other programs write it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormContext:
    """The form around a field: what was typed, and the values of the fields that are checked already, by kind."""

    typed: Mapping[str, str]
    values: Mapping[str, str]
    labels: Mapping[str, str]
    today: date

    @property
    def country(self) -> str:
        """Return the country that the form is about: the home country where it asks for none, '' if it is wrong."""
        return self.values.get(Kind.COUNTRY, "") if Kind.COUNTRY in self.labels else next(iter(regions()))


def check_email(text: str, _label: str, _context: FormContext) -> str:
    address = read_address(text)
    if not address:
        raise Refusal("invalid", "Please provide a valid email address.", KINDS[Kind.EMAIL].name)
    return address


def check_password(text: str, _label: str, context: FormContext) -> str:
    """The owner's name and address make it weaker, so these are taken as they are typed."""
    known = {kind: context.typed.get(kind, "")[:254] for kind in (Kind.EMAIL, Kind.FIRST_NAME, Kind.LAST_NAME)}
    owner = User(email=known[Kind.EMAIL], first_name=known[Kind.FIRST_NAME], last_name=known[Kind.LAST_NAME])
    try:
        validate_password(text, owner)
    except ValidationError as error:
        raise Refusal("weak", " ".join(error.messages), KINDS[Kind.PASSWORD].name) from None
    return text


def check_password_again(text: str, _label: str, context: FormContext) -> str:
    if text != context.typed.get(Kind.PASSWORD, ""):
        raise Refusal("mismatch", "Passwords don't match", KINDS[Kind.PASSWORD_AGAIN].name)
    return text


def check_country(text: str, label: str, _context: FormContext) -> str:
    code = text.upper()
    if code not in regions():
        raise _not_offered(label, Kind.COUNTRY)
    return code


def check_state(text: str, label: str, context: FormContext) -> str:
    """Return the code of the country's state; a country without states takes any text."""
    region = regions().get(context.country)
    if region is None:
        country = context.labels.get(Kind.COUNTRY, "")
        raise Refusal("no_country", f"{label} needs a country: please choose {country} first.", KINDS[Kind.STATE].name)
    if not region.states:
        return text
    code = region.find_state(text)
    if not code:
        raise _not_offered(label, Kind.STATE)
    return code


def check_phone_code(text: str, label: str, context: FormContext) -> str:
    """Return the country whose code was chosen. '+1' is a code of several: the form's own country comes first."""
    if text.upper() in phonenumbers.SUPPORTED_REGIONS:
        return text.upper()
    dial_code = text.lstrip("+")
    owners = phonenumbers.region_codes_for_country_code(int(dial_code)) if dial_code.isdecimal() else ()
    if not owners or owners[0] not in phonenumbers.SUPPORTED_REGIONS:
        raise _not_offered(label, Kind.PHONE_CODE)
    return context.country if context.country in owners else str(owners[0])


def check_phone(text: str, label: str, context: FormContext) -> str:
    """Return the number in E.164, with its extension as in RFC 3966 ("+14155550132;ext=725"). One that is written
    without a country code is of the chosen phone code.
    """
    country = context.values.get(Kind.PHONE_CODE) or context.country or next(iter(regions()))
    try:
        number = phonenumbers.parse(text, country)
    except NumberParseException:
        number = None
    if number is None or not phonenumbers.is_possible_number(number) or not _owners(number):
        example = phonenumbers.example_number(country)
        like = phonenumbers.format_number(example, PhoneNumberFormat.NATIONAL) if example else "+1 415 555 0100"
        raise Refusal("invalid", f"{label} should look like {like}.", KINDS[Kind.PHONE].name)
    extension = f";ext={number.extension}" if number.extension else ""
    return f"{phonenumbers.format_number(number, PhoneNumberFormat.E164)}{extension}"


def check_date(text: str, label: str, context: FormContext) -> str:
    """Return the date in ISO format."""
    name = KINDS[Kind.DATE].name
    found = next((day for form in DATE_FORMATS if (day := _read_date(text, form))), None)
    if found is None:
        raise Refusal("invalid", f"{label} should look like mm/dd/yyyy.", name)
    first, last = date_range(context.today)
    if found < first:
        raise Refusal("early", f"{label} should be minimum {show_date(first)}.", name)
    if found > last:
        raise Refusal("late", f"{label} cannot be more than {show_date(last)}.", name)
    return found.isoformat()


def date_range(today: date) -> tuple[date, date]:
    """Return the first and the last day that a date field takes."""
    return date(today.year - YEARS_BACK, 1, 1), date(today.year + YEARS_AHEAD, 12, 31)


def show_date(day: date) -> str:
    """Return a date as forms show it: 03/09/1984."""
    return f"{day:%m/%d}/{day.year:04}"


def check_postcode(text: str, label: str, context: FormContext) -> str:
    region = regions().get(context.country)
    if region is None:
        return text
    postcode = region.tidy_postcode(text)
    if not region.postcode.fullmatch(postcode):
        raise Refusal("invalid", f"{label} should look like {region.postcode_example}.", KINDS[Kind.POSTCODE].name)
    return postcode


def _owners(number: phonenumbers.PhoneNumber) -> tuple[str, ...]:
    """Return the countries of a number's code; numbers of no country (+800) have none."""
    owners = phonenumbers.region_codes_for_country_code(number.country_code or 0)
    return tuple(str(owner) for owner in owners if owner in phonenumbers.SUPPORTED_REGIONS)


def _read_date(text: str, form: str) -> date | None:
    try:
        return datetime.strptime(text, form).date()  # noqa: DTZ007 - a day has no time zone
    except ValueError:
        return None


def _not_offered(label: str, kind: str) -> Refusal:
    return Refusal("not_offered", f"{label}: please choose one of the list.", KINDS[kind].name)


Check = Callable[[str, str, FormContext], str]
CHECKS: Final[dict[str, Check]] = {
    Kind.EMAIL: check_email,
    Kind.PASSWORD: check_password,
    Kind.PASSWORD_AGAIN: check_password_again,
    Kind.COUNTRY: check_country,
    Kind.STATE: check_state,
    Kind.PHONE_CODE: check_phone_code,
    Kind.PHONE: check_phone,
    Kind.DATE: check_date,
    Kind.POSTCODE: check_postcode,
}
