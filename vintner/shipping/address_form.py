"""The fields of an address form, in WooCommerce's names and order (docs/behaviour/checkout.md#fields), and their rules.

The checkout, an order's edit and the customer's address book have the same fields.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import phonenumbers
from phonenumbers import NumberParseException, PhoneNumberFormat

from vintner.refusal import Refusal
from vintner.shipping.regions import Address, Region, find_region, read_country_and_state, regions
from vintner.web.email_addresses import read_address
from vintner.web.text_input import read_code, read_line

BILLING, SHIPPING = "billing", "shipping"
_PLACE: Final = ("country", "state", "postcode")
_LONGEST_PHONE: Final = 100
"""Characters that are read. No form takes a number of so many."""
_WRITTEN_PHONE: Final = re.compile(
    r"(?:tel: *)?([0-9 #_\-+/().]*?[0-9][0-9 #_\-+/().]*?)"
    r" *(?:(?:;ext=|[,;]? *(?:extension|extn|ext|x)[.: \-]*)([0-9]{1,9})|[,;]+ *([0-9]{1,5}))?",
    re.IGNORECASE,
)
"""The signs that the specification lets a number have ("Checkout fields"), and an extension, which it does not name."""
_STORED_PHONE: Final = re.compile(r"[0-9 #_\-+/().]*[0-9][0-9 #_\-+/().]*(?: ext\. [0-9]{1,9})?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One input. `name` is without the group's prefix; `autocomplete` without its section."""

    name: str
    label: str
    autocomplete: str
    kind: str = "text"
    required: bool = True
    placeholder: str = ""
    inputmode: str = ""
    hint: str = ""
    longest: int = 100


ADDRESS = (
    Field(name="first_name", label="First name", autocomplete="given-name"),
    Field(name="last_name", label="Last name", autocomplete="family-name"),
    Field(name="company", label="Company name", autocomplete="organization", required=False),
    Field(name="country", label="Country", autocomplete="country", kind="select", longest=2),
    Field(
        name="address_1",
        label="Street address",
        autocomplete="address-line1",
        placeholder="House number and street name",
        longest=200,
    ),
    Field(
        name="address_2",
        label="Apartment, suite, unit, etc.",
        autocomplete="address-line2",
        required=False,
        longest=200,
    ),
    Field(name="city", label="City", autocomplete="address-level2"),
    Field(name="state", label="State", autocomplete="address-level1", kind="select"),
    Field(name="postcode", label="ZIP Code", autocomplete="postal-code", longest=12),
)
PHONE = Field(
    name="phone",
    label="Phone",
    autocomplete="tel",
    kind="tel",
    inputmode="tel",
    hint="So the courier can reach you: wine is delivered in person.",
    longest=40,
)
EMAIL = Field(
    name="email",
    label="Email address",
    autocomplete="email",
    kind="email",
    inputmode="email",
    hint="We’ll send your receipt here.",
    longest=254,
)
GROUPS: dict[str, tuple[Field, ...]] = {BILLING: (EMAIL, *ADDRESS, PHONE), SHIPPING: ADDRESS}


def label(group: str, field: Field, country: str) -> str:
    """Return the label as an error names it: 'Billing ZIP Code'."""
    return f"{group.capitalize()} {input_label(field, country)}"


def input_label(field: Field, country: str) -> str:
    """Return the label at the input; state and postcode have different labels in each country."""
    region = find_region(country)
    if region is not None and field.name in ("state", "postcode"):
        return region.state_label if field.name == "state" else region.postcode_label
    return field.label


def is_required_in(field: Field, region: Region | None) -> bool:
    """Return whether the country needs the field: not every country has states or postcodes."""
    if region is None or field.name not in ("state", "postcode"):
        return True
    return region.needs_state if field.name == "state" else region.needs_postcode


def find_problem(field: Field, value: str, region: Region | None, named: str) -> str:
    """Return the error message for a field's cleaned value, '' if it is valid. `named` is its label."""
    if not value:
        return f"{named} is a required field." if field.required and is_required_in(field, region) else ""
    if len(value) > field.longest:
        return f"{named} is too long: at most {field.longest} characters."
    match field.name:
        case "country" if region is None:
            return f"{named} is not one that we know. Please choose it from the list."
        case "state" if region and region.states and value not in region.states:
            return f"{named} is not one that we know. Please choose it from the list."
        case "postcode" if region and not region.postcode.fullmatch(value):
            return f"{named} should look like {region.postcode_example}."
        case "phone" if not _STORED_PHONE.fullmatch(value):
            return f"{named} may hold digits, spaces and # _ - + / ( ) . only. An extension goes last: “ext. 725”."
        case "email" if not read_address(value):
            return f"{named} should look like name@example.com."
    return ""


def find_field_to_change(group: str, country: str) -> str:
    """Return the name of the input that is to be changed where nothing is sent to an address of a country."""
    return f"{group}_{'state' if country in regions() else 'country'}"


def tidy(group: str, values: Mapping[str, str], fields: tuple[Field, ...] = ()) -> dict[str, str]:
    """Return a group's values as they would be saved, by full field name, whether or not they are valid. `fields` are
    those of the form, the checkout's by default.
    """
    country, state = read_country_and_state(*(values.get(f"{group}_{name}", "") for name in _PLACE))
    region = find_region(country)
    tidied = {
        f"{group}_{field.name}": read_value(field, values.get(f"{group}_{field.name}", ""), region)
        for field in fields or GROUPS[group]
    }
    return {**tidied, f"{group}_country": country, f"{group}_state": state}


def read_group(group: str, values: Mapping[str, str], optional: frozenset[str]) -> tuple[Address, str, list[Refusal]]:
    """Return a group's address, its e-mail address ('' for shipping), and the refusals of its fields."""
    tidied = tidy(group, values)
    fields = tuple(field for field in GROUPS[group] if field.name not in optional or tidied[f"{group}_{field.name}"])
    country = tidied[f"{group}_country"]
    refused = find_refusals(group, tidied, {field: label(group, field, country) for field in fields})
    return _address(group, tidied), tidied.get(f"{group}_email", ""), refused


def read_saved_address(
    group: str, values: Mapping[str, str], *, for_bill: bool = False
) -> tuple[Address, list[Refusal]]:
    """Return the address that a form of the address book sends, and the refusals of its fields."""
    fields = book_fields(group, for_bill=for_bill)
    tidied = tidy(group, values, fields)
    country = tidied[f"{group}_country"]
    return _address(group, tidied), find_refusals(group, tidied, {each: input_label(each, country) for each in fields})


def find_stored_problem(address: Address) -> str:
    """Return what is wrong with a stored address by the rules of the checkout, '' if nothing is. It needs no phone
    number, as those of the address book do not.
    """
    _, refused = read_saved_address(SHIPPING, {f"{SHIPPING}_{name}": value for name, value in address.stored().items()})
    return " ".join(each.message for each in refused)


def book_fields(group: str, *, for_bill: bool = False) -> tuple[Field, ...]:
    """Return the fields of an address of the book. The bill's needs a phone number, as at the checkout: in the group of
    billing, and in another where the address is to be the bill's as well (`for_bill`).
    """
    return (*ADDRESS, PHONE if for_bill or group == BILLING else replace(PHONE, required=False))


def find_refusals(group: str, tidied: Mapping[str, str], labels: Mapping[Field, str]) -> list[Refusal]:
    """Return what is wrong with a group's tidied values. `labels` are the fields that are looked at, with their names
    in the messages. Any country is taken: whether parcels go there is asked where the cart is priced.
    """
    region = find_region(tidied[f"{group}_country"])
    refused = []
    for field, named in labels.items():
        name = f"{group}_{field.name}"
        wrong = find_problem(field, tidied[name], region, named)
        if not wrong and field.name == "postcode":
            wrong = _find_contradiction(region, tidied[f"{group}_state"], tidied[name], named)
        if wrong:
            refused.append(Refusal(field.name, wrong, name))
    return refused


def _find_contradiction(region: Region | None, state: str, postcode: str, named: str) -> str:
    """Return the error message for a postcode of another state than the address names, '' if they agree."""
    problem = region.misplaced_postcode(state, postcode) if region else ""
    return f"{named} {problem}" if problem else ""


def _address(group: str, tidied: Mapping[str, str]) -> Address:
    return Address.read({name.removeprefix(f"{group}_"): value for name, value in tidied.items()})


def read_value(field: Field, text: str, region: Region | None) -> str:
    """Return what was typed into a field as it would be saved, whether or not it is valid. `region` is the country of
    the address; country and state are read by `read_country_and_state`.
    """
    value = read_line(text)
    match field.name:
        case "postcode" if region:
            return region.tidy_postcode(value)
        case "phone":
            return read_phone(value, region.code if region else "")
        case "email":
            return read_address(value) or value
    return value


def read_phone(text: str, country: str) -> str:
    """Return a phone number in its one form: '+1 415-555-0132', '+1 415-555-0132 ext. 725'. One that is none of its
    country, where `country` is that of a number without a code, stays as it is typed.
    """
    typed = read_code(text)
    written = _WRITTEN_PHONE.fullmatch(typed) if len(typed) <= _LONGEST_PHONE else None
    if written is None:
        return typed
    number, after = written[1].strip(), written[2] or written[3]
    extension = f" ext. {after}" if after else ""
    try:
        parsed = phonenumbers.parse(f"{number}{extension}", country)
    except NumberParseException:
        return f"{number}{extension}"
    if not phonenumbers.is_valid_number(parsed):
        return f"{number}{extension}"
    after, parsed.extension = parsed.extension, None  # some countries have another word for it
    return f"{phonenumbers.format_number(parsed, PhoneNumberFormat.INTERNATIONAL)}{f' ext. {after}' if after else ''}"
