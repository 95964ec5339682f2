"""The rules of account fields, and their messages."""

from collections.abc import Iterable
from datetime import date

import pytest
from pytest_django import Settings

from vintner.accounts.fields.account_fields import LABELS
from vintner.accounts.fields.field_form import CheckedFields, check_fields
from vintner.accounts.fields.kinds import KINDS
from vintner.accounts.models import AccountField

TODAY = date(2026, 11, 23)


def check(required: Iterable[str] = (), **typed: str) -> CheckedFields:
    """Check a form that asks for the fields that are typed or required."""
    asked = [
        AccountField(kind=kind, label=LABELS[kind], required=kind in set(required)) for kind in {*typed, *required}
    ]
    return check_fields(asked, {KINDS[kind].name: text for kind, text in typed.items()}, today=TODAY)


def error(kind: str, required: Iterable[str] = (), **typed: str) -> str:
    return check(required, **typed).errors.get(KINDS[kind].name, "")


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("email", "Email address cannot be empty."),
        ("first_name", "First name cannot be empty."),
        ("terms", "Please check I accept the Terms of Service and Privacy Policy."),
    ],
)
def test_what_is_required_is_asked_for(kind: str, message: str) -> None:
    assert error(kind, [kind]) == message
    assert error(kind, [kind], **{kind: " \0 "}) == message
    assert check(**{kind: ""}).errors == {}


@pytest.mark.parametrize(
    ("kind", "text", "message"),
    [
        ("first_name", "a" * 101, "First name cannot exceed 100 characters."),
        ("password", "short", "Password needs to be minimum 8 characters."),
        ("password", "a1B!" * 2500, "Password cannot exceed 128 characters."),
        ("password", "password1", "Please enter a stronger password."),
        ("email", "nobody", "Please provide a valid email address."),
        ("country", "ZZ", "Country: please choose one of the list."),
        ("state", "ON", "State: please choose one of the list."),
        ("state", "<script>", "State: please choose one of the list."),
        ("phone_code", "XX", "Phone code: please choose one of the list."),
        ("phone_code", "+999", "Phone code: please choose one of the list."),
        ("phone_code", "+800", "Phone code: please choose one of the list."),
        ("phone", "12", "Phone should look like (201) 555-0123."),
        ("phone", "call me", "Phone should look like (201) 555-0123."),
        ("phone", "+80012345678", "Phone should look like (201) 555-0123."),
        ("date", "yesterday", "Date of birth should look like mm/dd/yyyy."),
        ("date", "02/30/2001", "Date of birth should look like mm/dd/yyyy."),
        ("date", "12/31/1925", "Date of birth should be minimum 01/01/1926."),
        ("date", "01/01/2037", "Date of birth cannot be more than 12/31/2036."),
        ("postcode", "9411", "ZIP or postal code should look like 94110."),
    ],
)
def test_what_does_not_fit_is_refused_at_its_field(kind: str, text: str, message: str) -> None:
    checked = check(**{kind: text})
    assert checked.errors == {KINDS[kind].name: message}
    assert kind not in checked.values


@pytest.mark.parametrize(
    ("kind", "text", "stored"),
    [
        ("first_name", "  Ana\t Lu ", "Ana Lu"),
        ("email", "Ana@Example.COM ", "ana@example.com"),
        ("password", " zeta-Quill 9 harbour ", " zeta-Quill 9 harbour "),
        ("country", "ca", "CA"),
        ("state", "ca", "CA"),
        ("state", "Washington, D.C.", "DC"),
        ("phone_code", "de", "DE"),
        ("phone_code", "+49", "DE"),
        ("phone", "(415) 555-0100", "+14155550100"),
        ("phone", "\u202d415\u2011555\u20130100\u202c x725", "+14155550100;ext=725"),
        ("phone", "+49 30 901820", "+4930901820"),
        ("date", "03/09/1984", "1984-03-09"),
        ("date", "1984-03-09", "1984-03-09"),
        ("postcode", "941101234", "94110-1234"),
        ("address", "<script>alert(1)</script>", "<script>alert(1)</script>"),
    ],
)
def test_what_fits_is_stored_in_one_form(kind: str, text: str, stored: str) -> None:
    checked = check(**{kind: text})
    assert (checked.errors, checked.values) == ({}, {kind: stored})


def test_errors_are_in_the_order_of_the_form() -> None:
    fields = [AccountField(kind=kind, label=LABELS[kind], required=True) for kind in ("city", "email", "country")]
    assert list(check_fields(fields, {}, today=TODAY).errors) == ["city", "xoo_el_reg_email", "country"]


def test_the_password_is_typed_twice() -> None:
    good = "zeta-Quill 9 harbour"
    assert error("password_again", password=good, password_again=good + " ") == "Passwords don't match"
    assert check(password=good, password_again=good).errors == {}


def test_a_password_is_weak_for_who_is_called_so() -> None:
    weak = "Featherstonehaugh1"
    assert check(password=weak).errors == {}
    assert error("password", password=weak, last_name="Featherstonehaugh") == "Please enter a stronger password."


def test_the_state_is_one_of_the_country() -> None:
    assert check(country="CA", state="ON").errors == {}
    assert error("state", country="CA", state="NY") == "State: please choose one of the list."
    assert error("state", country="", state="NY") == "State needs a country: please choose Country first."


def test_a_country_without_states_takes_any_text_as_state_or_none(settings: Settings) -> None:
    settings.STORE_COUNTRIES = ["US", "FR"]
    assert check(country="FR", state="Île-de-France").values["state"] == "Île-de-France"
    assert check(["state"], country="FR").errors == {}
    assert error("state", ["state"], country="US") == "State cannot be empty."


def test_a_phone_code_of_several_countries_is_that_of_the_form() -> None:
    assert check(country="CA", phone_code="+1").values["phone_code"] == "CA"
    assert check(country="", phone_code="+1").values["phone_code"] == "US"


def test_a_number_is_one_of_its_phone_code() -> None:
    assert check(phone_code="DE", phone="030 901820").values["phone"] == "+4930901820"
    assert error("phone", phone_code="DE", phone="1") == "Phone should look like 030 123456."
