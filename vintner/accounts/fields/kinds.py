"""What each kind of account field is: its name in forms, and what a browser is told of it."""

from dataclasses import dataclass
from typing import Final

from vintner.accounts.models import AccountField
from vintner.accounts.passwords.strength import LONGEST, SHORTEST

Kind = AccountField.Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldKind:
    """`name` is the input's. `shortest` and `longest` are in characters; `input` is a kind of FormField."""

    name: str
    input: str = "text"
    autocomplete: str = ""
    inputmode: str = ""
    placeholder: str = ""
    shortest: int = 0
    longest: int = 100


KINDS: Final[dict[str, FieldKind]] = {
    Kind.EMAIL: FieldKind(name="xoo_el_reg_email", input="email", autocomplete="email", inputmode="email", longest=254),
    Kind.PASSWORD: FieldKind(
        name="xoo_el_reg_pass", input="password", autocomplete="new-password", shortest=SHORTEST, longest=LONGEST
    ),
    Kind.PASSWORD_AGAIN: FieldKind(
        name="xoo_el_reg_pass_again", input="password", autocomplete="new-password", longest=LONGEST
    ),
    Kind.FIRST_NAME: FieldKind(name="xoo_el_reg_fname", autocomplete="given-name"),
    Kind.LAST_NAME: FieldKind(name="xoo_el_reg_lname", autocomplete="family-name"),
    Kind.COUNTRY: FieldKind(name="country", input="select", autocomplete="country", longest=2),
    Kind.STATE: FieldKind(name="state", input="select", autocomplete="address-level1"),
    Kind.PHONE_CODE: FieldKind(name="phone_code", input="select", autocomplete="tel-country-code", longest=6),
    Kind.PHONE: FieldKind(name="phone", input="tel", autocomplete="tel-national", inputmode="tel", longest=40),
    Kind.DATE: FieldKind(name="date", inputmode="numeric", placeholder="mm/dd/yyyy", longest=10),
    Kind.ADDRESS: FieldKind(name="address", autocomplete="street-address", longest=300),
    Kind.CITY: FieldKind(name="city", autocomplete="address-level2"),
    Kind.POSTCODE: FieldKind(name="postcode", autocomplete="postal-code", longest=12),
    Kind.PICTURE: FieldKind(name="profile_picture", input="file"),
    Kind.TERMS: FieldKind(name="xoo_el_reg_terms", input="checkbox", longest=10),
}
"""In the order in which they are checked: the country comes before what depends on it. Names of the registration form
are those of the outside's plug-in, like the call that carries them.
"""


def input_name(field: AccountField) -> str:
    """Return the name of a field's input."""
    return KINDS[field.kind].name
