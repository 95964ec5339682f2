"""Registration asks for the fields that the merchant chose."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import Settings

from vintner.accounts.auth_forms.tests.visitor import REGISTRATION, Visitor
from vintner.accounts.fields import upload_views
from vintner.accounts.fields.pictures import TOO_LARGE
from vintner.accounts.fields.tests.attack_files import SVG, make_picture
from vintner.accounts.models import AccountField, CustomerProfile
from vintner.customers.models import User
from vintner.testing.builders import make_user

pytestmark = pytest.mark.django_db
ASKED = {name: text for name, text in REGISTRATION.items() if name != "xoo_el_reg_lname"}
MORE = {"country": "CA", "state": "ON", "phone_code": "CA", "phone": "416 868 6937", "date": "03/09/1984"}


@pytest.fixture(autouse=True)
def _merchants_choice(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # a slow one only costs time here
    AccountField.objects.filter(kind__in=(*MORE, "picture")).update(in_registration=True)
    AccountField.objects.filter(kind="country").update(required=True, label="Land")
    AccountField.objects.filter(kind="last_name").update(required=False, in_registration=False)


def register(**fields: object) -> dict[str, str]:
    """Register by the call; return the problems at the fields."""
    visitor = Visitor()
    form = {"action": "xoo_el_form_action", "_xoo_el_form": "register", "csrfmiddlewaretoken": visitor.token}
    answer = visitor.client.post("/wp-admin/admin-ajax.php", form | ASKED | fields).json()
    problems: dict[str, str] = answer.get("fields", {})
    assert answer["error"] == int(bool(problems))
    return problems


def test_what_is_wrong_stands_at_its_field_and_nobody_is_registered() -> None:
    problems = register(**MORE | {"country": "", "phone": "1"}, profile_picture=SimpleUploadedFile("me.svg", SVG))
    assert list(problems.items()) == [
        ("country", "Land cannot be empty."),
        ("state", "State needs a country: please choose Land first."),
        ("phone", "Phone should look like (506) 234-5678."),
        ("profile_picture", "Invalid file extension, only allowed: png, jpg"),
    ]
    assert not User.objects.exists()


def test_an_address_that_is_taken_gets_no_profile() -> None:
    make_user(REGISTRATION["xoo_el_reg_email"])
    assert list(register(**MORE)) == ["xoo_el_reg_email"]
    assert not CustomerProfile.objects.exists()


def test_the_form_shows_them_in_the_merchants_order_with_what_was_typed() -> None:
    AccountField.objects.filter(kind="country").update(position=1)
    form = {**REGISTRATION, **MORE, "_xoo_el_form": "register", "phone": "1"}
    page = Client().post("/my-source/", form, headers={"Accept": "application/json"}).json()
    [section] = [each for each in page["forms"]["sections"] if each["name"] == "register"]
    fields = {each["part"]: each for each in section["profile"]}
    assert next(iter(fields)) == "country"
    assert (fields["state"]["value"], fields["date"]["value"], fields["terms"]["value"]) == ("ON", "03/09/1984", "yes")
    assert fields["phone"]["error"] == "Phone should look like (506) 234-5678."


def test_no_more_of_a_picture_is_received_than_it_may_have(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upload_views, "MOST_BYTES", 100)
    assert register(**MORE, profile_picture=SimpleUploadedFile("me.png", make_picture())) == {
        "profile_picture": TOO_LARGE
    }
    form = {**REGISTRATION, **MORE, "_xoo_el_form": "register"}
    sent = form | {"profile_picture": SimpleUploadedFile("me.png", make_picture())}
    page = Client().post("/my-source/", sent, headers={"Accept": "application/json"}).json()
    assert page["error"] == TOO_LARGE
    assert not User.objects.exists()


def test_a_form_of_another_site_makes_no_account() -> None:
    """The token is checked by the view itself, after the bound of the upload is set."""
    form = {**REGISTRATION, **MORE, "_xoo_el_form": "register"}
    assert Client(enforce_csrf_checks=True).post("/my-source/", form).status_code == 403
    assert not User.objects.exists()
