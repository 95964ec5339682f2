"""The fields of the classic checkout, in WooCommerce's names and order (docs/behaviour/checkout.md#fields).

They are addresses and contact, the boxes that a shopper ticks, and the hidden fields of order attribution.
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from vintner.refusal import Refusal
from vintner.shipping import age
from vintner.shipping.regions import Region, regions, spoken

BILLING, SHIPPING = "billing", "shipping"
_PHONE = re.compile(r"[0-9\s#_\-+/().]*[0-9][0-9\s#_\-+/().]*", re.ASCII)  # at least one digit


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
    Field(name="country", label="Country / Region", autocomplete="country", kind="select", longest=2),
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
    Field(name="city", label="Town / City", autocomplete="address-level2"),
    Field(name="state", label="State", autocomplete="address-level1", kind="select"),
    Field(name="postcode", label="ZIP Code", autocomplete="postal-code", longest=12),
)
CONTACT = (
    Field(
        name="phone",
        label="Phone",
        autocomplete="tel",
        kind="tel",
        inputmode="tel",
        hint="For the driver: wine is handed over in person.",
        longest=40,
    ),
    Field(
        name="email",
        label="Email address",
        autocomplete="email",
        kind="email",
        inputmode="email",
        hint="We send the receipt there.",
        longest=254,
    ),
)
NOTE = Field(
    name="order_comments",
    label="Order notes",
    autocomplete="off",
    kind="textarea",
    required=False,
    placeholder="Notes about your order, e.g. special notes for delivery.",
    longest=2000,
)
GROUPS: dict[str, tuple[Field, ...]] = {BILLING: (*ADDRESS, *CONTACT), SHIPPING: ADDRESS}
TERMS, TERMS_SHOWN = "terms", "terms-field"
TERMS_LABEL = "I have read and agree to the website terms and conditions"
TERMS_MISSING = "Please read and accept the terms and conditions, then place the order."
AGE_MISSING = "Please confirm that you are of legal age: we may not sell you wine otherwise."
ATTRIBUTION_PREFIX = "wc_order_attribution_"
ATTRIBUTION_NAMES = (
    "source_type",
    "referrer",
    "utm_campaign",
    "utm_source",
    "utm_medium",
    "utm_content",
    "utm_id",
    "utm_term",
    "utm_source_platform",
    "utm_creative_format",
    "utm_marketing_tactic",
    "session_entry",
    "session_start_time",
    "session_pages",
    "session_count",
    "user_agent",
)
LONGEST_ATTRIBUTION = 500
NO_ATTRIBUTION = "(none)"
"""What the tracker writes for a value that it does not have; it is not saved."""


def label(group: str, field: Field, country: str) -> str:
    """Return the label as an error names it: 'Billing ZIP Code'."""
    return f"{group.capitalize()} {input_label(field, country)}"


def input_label(field: Field, country: str) -> str:
    """Return the label at the input; state and postcode have different labels in each country."""
    region = regions().get(country)
    if region is not None and field.name in ("state", "postcode"):
        return region.state_label if field.name == "state" else region.postcode_label
    return field.label


def clean(text: str, *, lines: bool = False) -> str:
    """Return the text without control characters and needless spaces; keeps line breaks if `lines` is set."""
    allowed = (c for c in text if (lines and c == "\n") or c.isspace() or unicodedata.category(c) not in ("Cc", "Cs"))
    if lines:
        return "\n".join(" ".join(line.split()) for line in "".join(allowed).split("\n")).strip()
    return " ".join("".join(allowed).split())


def _is_required_in(field: Field, region: Region | None) -> bool:
    """Return whether the country needs the field: not every country has states or postcodes."""
    if region is None or field.name not in ("state", "postcode"):
        return True
    return region.needs_state if field.name == "state" else region.needs_postcode


def find_problem(field: Field, value: str, region: Region | None, named: str) -> str:
    """Return the error message for a field's cleaned value, '' if it is valid. `named` is its label."""
    if not value:
        return f"{named} is a required field." if field.required and _is_required_in(field, region) else ""
    if len(value) > field.longest:
        return f"{named} is too long: at most {field.longest} characters."
    match field.name:
        case "country" if region is None:
            *others, last = (spoken(each.name) for each in regions().values())
            names = f"{', '.join(others)} and {last}" if others else last
            return f"{named}: we deliver to {names} only. Please choose one of them."
        case "state" if region and region.states and value not in region.states:
            return f"{named} is not one that we know. Please choose it from the list."
        case "postcode" if region and not region.postcode.fullmatch(value):
            return f"{named} should look like {region.postcode_example}."
        case "phone" if not _PHONE.fullmatch(value):
            return f"{named} may hold digits, spaces and # _ - + / ( ) . only."
    return ""


def is_ticked(values: Mapping[str, str], name: str) -> bool:
    """Return whether the form has a box ticked."""
    return values.get(name, "") not in ("", "0")


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
    return {name: clean(values.get(name, ""))[:4] for name in (age.BOX, *age.BORN)}


def read_attribution(values: Mapping[str, str]) -> dict[str, str]:
    """Return where the shopper came from, by name without the prefix. Long values are cut, since anybody can send
    anything.
    """
    sent = {
        name: clean(values.get(f"{ATTRIBUTION_PREFIX}{name}", ""))[:LONGEST_ATTRIBUTION] for name in ATTRIBUTION_NAMES
    }
    return {name: value for name, value in sent.items() if value not in ("", NO_ATTRIBUTION)}
