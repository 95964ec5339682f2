"""The call of the forms answers as recorded, tells no more than it must, and never leads to another site."""

import json
import re
from io import BytesIO

import PIL.Image
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from pytest_django import Settings

from tests.reference import reference
from vintner.accounts.auth_forms.tests.visitor import NEW, URL, Visitor, register
from vintner.accounts.fields.pictures import picture_name
from vintner.accounts.models import AccountField, CustomerProfile
from vintner.cart.models import Cart
from vintner.customers.models import User
from vintner.orders.models import Email
from vintner.testing.builders import make_product, make_user

pytestmark = pytest.mark.django_db
PASSWORD = "Customer-pass-1!"
EMAIL = "customer1@example.com"


@pytest.fixture(autouse=True)
def customer(settings: Settings) -> User:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # a slow one only costs time here
    return make_user(EMAIL, password=PASSWORD)


def square() -> SimpleUploadedFile:
    """Return a picture as a form sends it."""
    content = BytesIO()
    PIL.Image.new("RGB", (40, 40), "red").save(content, "PNG")
    return SimpleUploadedFile("me.png", content.getvalue(), "image/png")


RECORDED = (
    *("xoo_el_login_success", "xoo_el_register_success", "xoo_el_lostpassword_known"),
    *("xoo_el_single_empty", "xoo_el_single_known", "xoo_el_single_unknown_email", "xoo_el_single_unknown_name"),
)


@pytest.mark.parametrize("name", RECORDED)
def test_a_recorded_request_gets_the_recorded_answer(name: str) -> None:
    recorded = json.loads(reference(f"spec/wire/{name}.json").read_text())
    body = {key: str(value) for key, value in recorded["request"]["body"].items()}
    answer = Visitor().sends(body.pop("_xoo_el_form"), **body)
    assert {key: answer[key] for key in recorded["response"]["json"]} == recorded["response"]["json"]
    assert set(answer) - set(recorded["response"]["json"]) <= {"fields"}


def test_a_form_that_a_log_in_in_another_tab_made_void_leads_on() -> None:
    visitor = Visitor()
    fields = {"xoo-el-username": EMAIL, "xoo-el-password": PASSWORD, "xoo_el_redirect": "/shop/"}
    visitor.sends("login", **fields)
    assert visitor.sends("login", **fields)["redirect"] == "/shop/"
    assert Visitor().sends("login", **fields | {"csrfmiddlewaretoken": "stale"})["error"] == 1


def test_a_known_and_an_unknown_address_get_the_same_answers() -> None:
    for form, field, other in (
        ("login", "xoo-el-username", {"xoo-el-password": "nope"}),
        ("lostPassword", "user_login", {}),
    ):
        answers = [Visitor().sends(form, **{field: email}, **other) for email in (EMAIL, "nobody@example.com")]
        assert answers[0] == answers[1]
    assert answers[0]["error"] == 0


def test_a_private_first_step_answers_alike_and_mails_a_code(settings: Settings) -> None:
    settings.AUTH_SINGLE_STEP = "private"
    visitors = [Visitor(), Visitor()]
    addresses = (EMAIL, "nobody@example.com")
    answers = [
        each.sends("single", **{"xoo-el-sing-user": email, "xoo_el_redirect": "/shop/"})
        for each, email in zip(visitors, addresses, strict=True)
    ]
    assert answers[0] == answers[1]
    assert answers[0]["redirect"].startswith("/my-source/mailed-code/enter/?next=%2Fshop%2F")
    assert [Email.objects.get(to=email).kind for email in addresses] == ["login_code", "unknown_account"]
    code = re.search(r"^[A-Z0-9]{3,4}-?[A-Z0-9]{3,4}$", Email.objects.get(to=EMAIL).text, re.MULTILINE)
    assert code
    visitors[0].client.post(answers[0]["redirect"], {"code": code[0], "csrfmiddlewaretoken": visitors[0].token})
    assert visitors[0].is_logged_in
    bad = Visitor().sends("single", **{"xoo-el-sing-user": "no address"})
    assert (bad["error"], bad["fields"]) == (1, {"xoo-el-sing-user": "Please enter a valid email address."})


def test_a_wrong_password_offers_to_recover_the_account() -> None:
    fields = {"xoo-el-username": EMAIL, "xoo-el-password": "nope"}
    answer = Visitor().sends("login", **fields)
    assert (answer["error"], answer["error_code"]) == (1, None)
    assert answer["notice"] == (
        '<div class="xoo-el-notice-error ">Incorrect Email or Password. '
        '<a class="xoo-el-lostpw-tgr">Lost your password?</a></div>'
    )
    after_single = Visitor().sends("login", _xoo_el_login_has_single="yes", **fields)
    assert "Wrong password." in after_single["notice"]


@pytest.mark.parametrize("token", ["", "made up"])
def test_a_form_without_our_token_does_nothing(token: str) -> None:
    visitor = Visitor()
    visitor.token = token
    answer = visitor.sends("login", **{"xoo-el-username": EMAIL, "xoo-el-password": PASSWORD})
    assert (answer["error"], visitor.is_logged_in) == (1, False)
    assert "reload" in answer["notice"]


def test_unknown_forms_are_told_and_no_form_is_answered_with_0() -> None:
    visitor = Visitor()
    answer = visitor.sends("zzz")
    assert (answer["error"], "Form type not found" in answer["notice"]) == (1, True)
    assert visitor.client.post(URL, {"action": "xoo_el_form_action"}).content == b"0"


def test_an_account_is_made_and_logged_in_with_its_first_e_mail() -> None:
    visitor = Visitor()
    answer = register(visitor, xoo_el_redirect="/checkout/?a=1")
    assert (answer["error"], answer["redirect"]) == (0, "/checkout/?a=1&register=success")
    user = User.objects.get(email="new@example.com")
    assert (user.full_name, user.check_password(NEW), visitor.is_logged_in) == ("New Person", True, True)
    assert Email.objects.filter(to=user.email, kind="new_account").count() == 1


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("xoo_el_reg_email", "", "Email address cannot be empty."),
        ("xoo_el_reg_email", "no address", "Please provide a valid email address."),
        ("xoo_el_reg_email", f" {EMAIL.upper()} ", "An account is already registered with your email address."),
        ("xoo_el_reg_fname", "", "First name cannot be empty."),
        ("xoo_el_reg_lname", "x" * 101, "Last name cannot exceed 100 characters."),
        ("xoo_el_reg_pass", "", "Password cannot be empty."),
        ("xoo_el_reg_pass", "short", "Password needs to be minimum 8 characters."),
        ("xoo_el_reg_pass", "password1234", "Please enter a stronger password."),
        ("xoo_el_reg_pass", "p" * 10_000, "Password cannot exceed 128 characters."),
        ("xoo_el_reg_pass_again", "another", "Passwords don't match"),
        ("xoo_el_reg_terms", "", "Please check I accept the Terms of Service and Privacy Policy."),
    ],
)
def test_what_is_wrong_is_told_at_its_field(field: str, value: str, told: str) -> None:
    answer = register(Visitor(), **{field: value})
    assert answer["fields"][field].startswith(told)
    assert told in answer["notice"]
    assert User.objects.count() == 1


def test_clients_are_told_by_a_code_that_an_address_has_an_account() -> None:
    assert register(Visitor(), xoo_el_reg_email=EMAIL)["error_code"] == "registration-error-email-exists"
    assert register(Visitor(), xoo_el_reg_fname="")["error_code"] is None


def test_the_merchants_fields_are_asked_and_stored() -> None:
    AccountField.objects.filter(kind__in=["country", "phone", "picture"]).update(in_registration=True, required=True)
    answer = register(Visitor(), country="US", phone="12")
    assert set(answer["fields"]) == {"phone", "profile_picture"}
    answer = register(Visitor(), country="US", phone="(415) 555-2671", profile_picture=square())
    assert answer["error"] == 0
    user = User.objects.get(email="new@example.com")
    stored = CustomerProfile.objects.get(user=user)
    assert (stored.country, stored.phone, bool(stored.terms_accepted_at)) == ("US", "+14155552671", True)
    assert picture_name(user)


def test_a_registration_with_a_bad_picture_makes_no_account() -> None:
    AccountField.objects.filter(kind="picture").update(in_registration=True)
    answer = register(Visitor(), profile_picture=SimpleUploadedFile("me.png", b"<svg>"))
    assert list(answer["fields"]) == ["profile_picture"]
    assert not User.objects.filter(email="new@example.com").exists()


def test_pictures_of_guests_are_limited(settings: Settings) -> None:
    settings.LIMITS = settings.LIMITS | {"profile_pictures": (1, 3600)}
    answers = [register(Visitor(), xoo_el_reg_email="", profile_picture=square()) for _ in range(2)]
    assert ["profile_picture" in each["fields"] for each in answers] == [False, True]


def test_what_was_typed_is_never_taken_for_html() -> None:
    script = "<script>alert(1)</script>"
    for answer in (
        Visitor().sends("single", **{"xoo-el-sing-user": script}),
        Visitor().sends("login", **{"xoo-el-username": script, "xoo-el-password": script}),
        register(Visitor(), xoo_el_reg_email=script),
    ):
        assert "<script" not in answer["notice"]
    assert register(Visitor(), xoo_el_reg_fname=script)["error"] == 0
    assert User.objects.latest("id").first_name == script


def test_the_cart_of_a_guest_comes_along(customer: User) -> None:
    visitor, wine = Visitor(), make_product()
    visitor.client.post("/?wc-ajax=add_to_cart", {"product_id": wine.pk, "quantity": 2})
    visitor.sends("login", **{"xoo-el-username": EMAIL, "xoo-el-password": PASSWORD})
    assert [line.quantity for line in Cart.objects.get(user=customer).lines.all()] == [2]


def test_a_log_in_that_is_not_remembered_ends_with_the_browser() -> None:
    fields = {"xoo-el-username": EMAIL, "xoo-el-password": PASSWORD}
    forgotten, remembered = Visitor(), Visitor()
    forgotten.sends("login", **fields)
    remembered.sends("login", **fields, **{"xoo-el-rememberme": "forever"})
    assert forgotten.client.session.get_expire_at_browser_close() is True
    assert remembered.client.session.get_expire_at_browser_close() is False
    assert remembered.client.session.get_expiry_age() == 14 * 24 * 60 * 60


@pytest.mark.parametrize(
    ("limit", "form", "fields"),
    [
        ("single_step", "single", {"xoo-el-sing-user": "nobody@example.com"}),
        ("log_in", "login", {"xoo-el-username": EMAIL, "xoo-el-password": "nope"}),
        ("password_resets", "lostPassword", {"user_login": EMAIL}),
    ],
)
def test_tries_are_limited(limit: str, form: str, fields: dict[str, str], settings: Settings) -> None:
    settings.LIMITS = settings.LIMITS | {limit: (2, 900)}
    notices = [Visitor().sends(form, **fields)["notice"] for _ in range(3)]
    assert ["Too many tries" in each for each in notices] == [False, False, True]


def test_accounts_from_one_address_are_limited(settings: Settings) -> None:
    settings.LIMITS = settings.LIMITS | {"registrations": (2, 900)}
    answers = [register(Visitor(), xoo_el_reg_email=f"new{number}@example.com")["error"] for number in range(3)]
    assert answers == [0, 0, 1]
    assert User.objects.count() == 3


def test_guessing_who_has_an_account_by_registering_is_limited(settings: Settings) -> None:
    settings.LIMITS = settings.LIMITS | {"taken_emails": (2, 900)}
    for _ in range(2):
        assert "already registered" in register(Visitor(), xoo_el_reg_email=EMAIL)["notice"]
    assert "Too many tries" in register(Visitor(), xoo_el_reg_email=EMAIL)["notice"]
    assert "Too many tries" in register(Visitor())["notice"]
