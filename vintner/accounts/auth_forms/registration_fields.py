"""What registration asks for. Further fields of the merchant's go into FIELDS and `find_problems`."""

from collections.abc import Mapping
from typing import Final

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from vintner.accounts.passwords.strength import LONGEST
from vintner.customers.models import User
from vintner.shipping.address_form import Field, clean

EMAIL: Final = "xoo_el_reg_email"
PASSWORD, AGAIN = "xoo_el_reg_pass", "xoo_el_reg_pass_again"
FIRST_NAME, LAST_NAME = "xoo_el_reg_fname", "xoo_el_reg_lname"
TERMS: Final = "xoo_el_reg_terms"
TERMS_LABEL: Final = "I accept the Terms of Service and Privacy Policy"
NO_PASSWORD, MISMATCH = "Please enter an account password.", "Passwords don't match"
BAD_EMAIL: Final = "Please provide a valid email address."

FIELDS: Final = (
    Field(name=EMAIL, label="Email address", autocomplete="email", kind="email", inputmode="email", longest=254),
    Field(name=FIRST_NAME, label="First name", autocomplete="given-name"),
    Field(name=LAST_NAME, label="Last name", autocomplete="family-name"),
    Field(
        name=PASSWORD,
        label="Password",
        autocomplete="new-password",
        kind="password",
        hint="At least eight characters, better twelve. Four words that have nothing to do with each other do well.",
        longest=LONGEST,
    ),
    Field(name=AGAIN, label="Confirm password", autocomplete="new-password", kind="password", longest=LONGEST),
)


def clean_values(values: Mapping[str, str]) -> dict[str, str]:
    """Return the values of the fields as they are stored; passwords stay as they were typed."""
    return {
        each.name: values.get(each.name, "") if each.kind == "password" else clean(values.get(each.name, ""))
        for each in FIELDS
    } | {TERMS: values.get(TERMS, "")}


def find_problems(values: Mapping[str, str]) -> dict[str, str]:
    """Return what is wrong by the names of inputs, in the order of the form. `values` are clean."""
    problems = {}
    for each in FIELDS:
        if each.kind != "password" and (text := _text_problem(each, values[each.name])):
            problems[each.name] = text
    problems |= _password_problems(values)
    if values[TERMS] != "yes":
        problems[TERMS] = f"Please check {TERMS_LABEL}."
    return problems


def _text_problem(asked: Field, value: str) -> str:
    if not value:
        return f"{asked.label} cannot be empty."
    if len(value) > asked.longest:
        return f"{asked.label} cannot exceed {asked.longest} characters."
    if asked.kind == "email":
        try:
            validate_email(value)
        except ValidationError:
            return BAD_EMAIL
    return ""


def _password_problems(values: Mapping[str, str]) -> dict[str, str]:
    password = values[PASSWORD]
    if not password:
        return {PASSWORD: NO_PASSWORD}
    owner = User(email=values[EMAIL], first_name=values[FIRST_NAME], last_name=values[LAST_NAME])
    try:
        validate_password(password, owner)
    except ValidationError as weak:
        return {PASSWORD: " ".join(weak.messages)}
    return {AGAIN: MISMATCH} if values[AGAIN] != password else {}
