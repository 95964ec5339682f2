"""Each form is a page of its own, which works without JavaScript and loses nothing that was typed."""

import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from vintner.accounts.auth_forms.tests.visitor import REGISTRATION
from vintner.customers.models import User
from vintner.notices.models import Policy
from vintner.orders.models import Email
from vintner.testing.builders import make_user

pytestmark = pytest.mark.django_db
EMAIL, PASSWORD = "ada@example.com", "a-long-enough-secret"
PROPS = {"Accept": "application/json"}


@pytest.fixture(autouse=True)
def customer(settings: Settings) -> User:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # a slow one only costs time here
    return make_user(EMAIL, password=PASSWORD)


def props(client: Client, address: str) -> dict[str, Any]:
    forms: dict[str, Any] = client.get(address, headers=PROPS).json()["forms"]
    return forms


def values(page: dict[str, Any]) -> dict[str, str]:
    sections = {each["name"]: each for each in page["forms"]["sections"]}
    fields = sections[page["forms"]["section"]]["fields"] + sections[page["forms"]["section"]]["profile"]
    return {field["name"]: field["value"] for field in fields}


def test_an_address_shows_each_section_and_an_unknown_name_the_first(client: Client, settings: Settings) -> None:
    for name in ("single", "login", "register", "lostpw"):
        assert props(client, f"/my-source/?section={name}")["section"] == name
    assert props(client, "/my-source/?section=resetpw")["section"] == "single"
    settings.AUTH_FORM_PATTERN = "separate"
    forms = props(client, "/my-source/")
    assert (forms["section"], [each["name"] for each in forms["sections"]]) == (
        "login",
        ["login", "register", "lostpw"],
    )


def test_the_first_step_leads_to_the_password_or_to_registration(client: Client) -> None:
    for typed, section, told in (
        (EMAIL, "login", "Please enter your password to login"),
        ("new@example.com", "register", "We couldn't find your account. Please register."),
    ):
        page = client.post("/my-source/", {"_xoo_el_form": "single", "xoo-el-sing-user": typed}, headers=PROPS).json()
        assert (page["forms"]["section"], page["forms"]["notice"]["text"]) == (section, told)
        assert typed in values(page).values()


def test_logging_in_leads_on_and_a_wrong_password_stays(client: Client) -> None:
    fields = {"_xoo_el_form": "login", "xoo-el-username": EMAIL, "xoo_el_redirect": "/checkout/"}
    page = client.post("/my-source/", {**fields, "xoo-el-password": "wrong"}, headers=PROPS)
    assert (page.status_code, values(page.json())) == (401, {"xoo-el-username": EMAIL, "xoo-el-password": ""})
    assert page.json()["forms"]["redirect"] == "/checkout/"
    answer = client.post("/my-source/", {**fields, "xoo-el-password": PASSWORD})
    assert (answer.status_code, answer["Location"]) == (302, "/checkout/?login=success")


def test_registration_loses_nothing_but_passwords(client: Client) -> None:
    page = client.post(
        "/my-source/", {**REGISTRATION, "_xoo_el_form": "register", "xoo_el_reg_email": "no"}, headers=PROPS
    )
    assert page.status_code == 400
    expected = {name: "" if "pass" in name else value for name, value in REGISTRATION.items()}
    assert values(page.json()) == {**expected, "xoo_el_reg_email": "no"}
    answer = client.post("/my-source/", {**REGISTRATION, "_xoo_el_form": "register"})
    assert answer["Location"] == "/my-source/?register=success"


def test_a_form_needs_our_token() -> None:
    client = Client(enforce_csrf_checks=True)
    fields = {"_xoo_el_form": "login", "xoo-el-username": EMAIL, "xoo-el-password": PASSWORD}
    assert client.post("/my-source/", fields).status_code == 403


def mailed_key(client: Client) -> str:
    client.post("/my-source/lost-password/", {"user_login": EMAIL})
    text = Email.objects.filter(kind="password_reset").latest("id").text
    found = re.search(r"/my-source/lost-password/[^\s/]+/[^\s/]+/", text)
    assert found
    return found[0]


def test_a_mailed_link_leads_to_the_form_without_the_key_in_its_address(client: Client, customer: User) -> None:
    link = mailed_key(client)
    answer = client.get(link)
    assert (answer["Location"], answer["Referrer-Policy"]) == ("/?reset_password=true", "no-referrer")
    page = client.get("/?reset_password=true")
    assert "no-store" in page["Cache-Control"]
    assert link.split("/")[-2] not in page.content.decode()
    forms = props(client, "/?reset_password=true")
    assert forms["section"] == "resetpw"
    fields = {"_xoo_el_form": "resetPassword", "xoo-el-rp-pass": "x", "xoo-el-rp-pass-again": "y"}
    call = {"action": "xoo_el_form_action", "csrfmiddlewaretoken": forms["csrf_token"]}
    assert "Passwords don't match" in client.post("/wp-admin/admin-ajax.php", {**fields, **call}).json()["notice"]
    fields |= dict.fromkeys(("xoo-el-rp-pass", "xoo-el-rp-pass-again"), "violet tractor seven moons")
    done = client.post("/wp-admin/admin-ajax.php", {**fields, **call}).json()
    assert (done["error"], done["redirect"]) == (0, False)
    assert "Your password has been reset successfully! Please Login" in done["notice"]
    customer.refresh_from_db()
    assert customer.check_password("violet tractor seven moons")
    assert client.get("/?reset_password=true")["Location"] == "/my-source/lost-password/"
    assert "already been used" in client.post("/wp-admin/admin-ajax.php", {**fields, **call}).json()["notice"]


def test_the_form_for_a_new_password_is_nothing_for_others(client: Client, customer: User) -> None:
    assert client.get("/?reset_password=true")["Location"] == "/my-source/lost-password/"
    client.force_login(customer)
    assert client.get("/?reset_password=true")["Location"] == "/my-source/"


def test_the_texts_that_are_accepted_can_be_read_in_the_form(client: Client) -> None:
    Policy.objects.create(kind=Policy.Kind.TERMS, text="We sell wine.\n\nYou are 21.")
    page = client.get("/my-source/?section=register", headers={"Accept": "application/json"}).json()
    section = next(each for each in page["forms"]["sections"] if each["name"] == "register")
    (terms,) = (each for each in section["profile"] if each["part"] == "terms")
    assert terms["texts"] == [
        {"title": "Read the terms and conditions", "paragraphs": ["We sell wine.", "You are 21."]}
    ]
