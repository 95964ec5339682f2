"""The first proof of an address takes from the account what somebody else may have put there to get in later."""

import re
from urllib.parse import urlsplit

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.test import Client

from vintner.accounts.engine.email_change import find_requested_email, request_email_change
from vintner.accounts.engine.registration import create_account
from vintner.customers.models import User
from vintner.orders.models import Email
from vintner.testing.builders import make_user

pytestmark = pytest.mark.django_db
THEIRS, OWN = "violet tractor seven moons", "nine quiet herons on a wall"
JSON = {"accept": "application/json"}
CODE = r"^[A-Z0-9]{3,4}-?[A-Z0-9]{3,4}$"


@pytest.fixture
def account() -> User:
    """An account of somebody else's address, with a password, a passkey and a change of address of a stranger's."""
    user = create_account("ada@example.com", THEIRS)
    Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={"secret": "x"})
    request_email_change(user, "evil@example.com")
    return user


@pytest.fixture
def stranger(account: User) -> Client:
    """The browser of whoever registered, which is logged in."""
    browser = Client()
    browser.force_login(account)
    return browser


def is_inside(client: Client) -> bool:
    return client.get("/my-source/security/").status_code == 200


def link(kind: str, to: str = "ada@example.com") -> str:
    text = Email.objects.filter(to=to, kind=kind).latest("id").text
    return str(urlsplit(re.findall(r"https?://\S+", text)[0]).path)


def notices(client: Client, path: str) -> str:
    page = client.get(path, headers=JSON).json()
    return " ".join(each["text"] for each in page["shared"]["notices"])


def assert_nothing_is_left(account: User, stranger: Client) -> None:
    assert not is_inside(stranger)
    assert not Authenticator.objects.exists()
    assert find_requested_email(account) == ""
    account.refresh_from_db()
    assert not account.check_password(THEIRS)
    assert EmailAddress.objects.get().verified


def test_the_link_pressed_by_a_guest_leads_to_a_new_password(client: Client, account: User, stranger: Client) -> None:
    path = link("new_account")
    assert "choose a new password" in client.get(path, headers=JSON).json()["paragraphs"][1]
    answer = client.post(path)
    assert_nothing_is_left(account, stranger)
    assert "set before the address was confirmed" in notices(client, answer["Location"])
    client.post("/my-source/lost-password/new/", {"xoo-el-rp-pass": OWN, "xoo-el-rp-pass-again": OWN})
    assert client.post("/my-source/", {"username": "ada@example.com", "password": OWN}).status_code == 302
    assert is_inside(client)


def test_a_customer_who_is_logged_in_confirms_and_keeps_everything(account: User, stranger: Client) -> None:
    path = link("new_account")
    assert len(stranger.get(path, headers=JSON).json()["paragraphs"]) == 1
    assert stranger.post(path)["Location"] == "/my-source/"
    assert is_inside(stranger)
    assert Authenticator.objects.exists()
    account.refresh_from_db()
    assert account.check_password(THEIRS)


def test_the_link_pressed_in_another_account_leads_to_a_new_password_too(account: User, stranger: Client) -> None:
    other = Client()
    other.force_login(make_user("eve@example.com"))
    answer = other.post(link("new_account"))
    assert_nothing_is_left(account, stranger)
    page = other.get(answer["Location"], headers=JSON).json()
    assert page["heading"] == "Choose a new password"
    assert is_inside(other)


def test_a_lost_password_proves_the_address(client: Client, account: User, stranger: Client) -> None:
    client.post("/my-source/lost-password/", {"user_login": "ada@example.com"})
    client.get(link("password_reset"))
    client.post("/my-source/lost-password/new/", {"xoo-el-rp-pass": OWN, "xoo-el-rp-pass-again": OWN})
    assert_nothing_is_left(account, stranger)
    assert account.check_password(OWN)
    old = client.get(link("new_account"), headers=JSON).json()
    assert "used already" in old["paragraphs"][0]


def test_a_mailed_code_takes_second_factors_as_well(client: Client, account: User, stranger: Client) -> None:
    client.post("/my-source/mailed-code/", {"email": "ada@example.com"})
    [code] = re.findall(CODE, Email.objects.latest("id").text, re.MULTILINE)
    client.post("/my-source/mailed-code/enter/", {"code": code})
    assert_nothing_is_left(account, stranger)
    assert is_inside(client)


def test_what_was_added_after_the_proof_stays(client: Client, account: User) -> None:
    EmailAddress.objects.filter(primary=True).update(verified=True)
    client.post("/my-source/lost-password/", {"user_login": "ada@example.com"})
    client.get(link("password_reset"))
    client.post("/my-source/lost-password/new/", {"xoo-el-rp-pass": OWN, "xoo-el-rp-pass-again": OWN})
    assert Authenticator.objects.exists()


def test_an_address_that_staff_has_changed_is_shown_as_not_confirmed(account: User, stranger: Client) -> None:
    EmailAddress.objects.filter(primary=True).update(verified=True)
    User.objects.filter(pk=account.pk).update(email="new@example.com")
    page = stranger.get("/my-source/security/", headers=JSON).json()
    assert (page["email"], page["email_confirmed"]) == ("new@example.com", False)


def test_an_address_that_staff_has_changed_is_proved_like_any_other(client: Client, account: User) -> None:
    EmailAddress.objects.filter(primary=True).update(verified=True)
    User.objects.filter(pk=account.pk).update(email="new@example.com")
    client.post("/my-source/lost-password/", {"user_login": "new@example.com"})
    client.get(link("password_reset", "new@example.com"))
    client.post("/my-source/lost-password/new/", {"xoo-el-rp-pass": OWN, "xoo-el-rp-pass-again": OWN})
    account.refresh_from_db()
    assert account.check_password(OWN)
    [address] = EmailAddress.objects.filter(primary=True)
    assert (address.email, address.verified) == ("new@example.com", True)


def test_a_change_of_address_is_confirmed_in_the_account_that_asked_for_it(client: Client) -> None:
    """Whoever reads the mail of an address could be given somebody else's account, with that person's keys to it."""
    evil = create_account("evil@example.com", THEIRS)
    request_email_change(evil, "ada@example.com")
    path = link("confirm_email")
    for method in (client.get, client.post):
        assert method(path)["Location"] == f"/my-source/?next={path.replace(':', '%3A')}"
    assert "Log in to the account" in notices(client, "/my-source/")
    client.force_login(make_user("eve@example.com"))
    assert client.post(path, headers=JSON).json()["button"] == ""
    evil.refresh_from_db()
    assert evil.email == "evil@example.com"
    client.force_login(evil)
    client.post(path)
    evil.refresh_from_db()
    assert evil.email == "ada@example.com"
