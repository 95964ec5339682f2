"""The props of account fields."""

from vintner.shipping.address_inputs import AddressSearch, CountryRules
from vintner.web.form_props import FormField
from vintner.web.page import Props


class PhoneCode(Props):
    """A country's phone code: 'US', 'United States (+1)'."""

    country: str
    text: str


class StoredPicture(Props):
    """The picture that is set. `name` goes back with the form, so that the one that is shown is the one removed."""

    name: str
    url: str


class PolicyText(Props):
    """A text of the merchant's that can be read where it is accepted. `title` unfolds it."""

    title: str
    paragraphs: tuple[str, ...]


class ProfileField(FormField):
    """A field of the registration form or the profile. `part` is its kind (`AccountField.Kind`), which says what it has
    besides a text: the state its countries, the phone code its codes, the date its first and last day (ISO), the
    address how it is looked up, the picture the one that is stored, the terms their texts.
    """

    part: str
    countries: tuple[CountryRules, ...] = ()
    phone_codes: tuple[PhoneCode, ...] = ()
    first_day: str = ""
    last_day: str = ""
    search: AddressSearch | None = None
    picture: StoredPicture | None = None
    texts: tuple[PolicyText, ...] = ()
