"""Logging in by a code that is mailed."""

import re
from functools import partial

import pytest
from allauth.account.models import EmailAddress
from django.contrib.messages import get_messages
from django.test import Client
from pytest_django import Settings

from vintner.orders.models import Email
from vintner.testing.builders import make_user
from vintner.testing.races import run_together

ASK, ENTER = "/my-source/mailed-code/", "/my-source/mailed-code/enter/"
JSON = {"accept": "application/json"}


def ask(client: Client, email: str = "ada@example.com", next_url: str = "") -> str:
    """Ask for a code; return the one in the mail, '' for none."""
    answer = client.post(f"{ASK}?next={next_url}" if next_url else ASK, {"email": email})
    assert answer["Location"].startswith(ENTER)
    found = re.search(r"^[A-Z0-9]{3,4}-?[A-Z0-9]{3,4}$", Email.objects.latest("id").text, re.MULTILINE)
    return found.group(0) if found else ""


def is_inside(client: Client) -> bool:
    return client.get("/my-source/security/").status_code == 200


@pytest.mark.django_db
def test_the_mailed_code_opens_an_account_without_a_password(client: Client) -> None:
    make_user("ada@example.com")
    code = ask(client, " Ada@Example.com ")
    email = Email.objects.get(kind="login_code")
    assert code
    assert email.private
    assert code not in email.subject
    assert client.post(ENTER, {"code": code.lower().replace("-", " ")})["Location"] == "/my-source/"
    assert is_inside(client)


@pytest.mark.django_db
def test_it_works_in_the_browser_that_asked_alone(client: Client) -> None:
    make_user("ada@example.com")
    code, other = ask(client), Client()
    assert other.post(ENTER, {"code": code})["Location"] == ASK
    ask(other, "eve@example.com")
    other.post(ENTER, {"code": code})
    assert not is_inside(other)


@pytest.mark.django_db(transaction=True)
def test_one_code_used_many_times_at_once_opens_one_session() -> None:
    make_user("ada@example.com")
    first = Client()
    code = ask(first)
    clients = [Client() for _ in range(8)]
    for each in clients:
        each.cookies.load({name: morsel.value for name, morsel in first.cookies.items()})
    run_together([partial(each.post, ENTER, {"code": code}) for each in clients])
    assert [is_inside(each) for each in clients].count(True) == 1


@pytest.mark.django_db(transaction=True)
def test_wrong_codes_sent_at_once_all_count() -> None:
    make_user("ada@example.com")
    first = Client()
    code = ask(first)
    clients = [Client() for _ in range(6)]
    for each in clients:
        each.cookies.load({name: morsel.value for name, morsel in first.cookies.items()})
    run_together([partial(each.post, ENTER, {"code": "WRONG"}) for each in clients])
    first.post(ENTER, {"code": code})
    assert not is_inside(first)


@pytest.mark.django_db
def test_an_unknown_address_is_answered_alike(client: Client) -> None:
    make_user("ada@example.com")
    pages, other = [], Client()
    for browser, email in ((client, "ada@example.com"), (other, "nobody@example.com")):
        ask(browser, email)
        pages.append(browser.get(ENTER, headers=JSON).json())
        assert Email.objects.filter(to=email).count() == 1
    for page in pages:
        page.pop("csrf_token")
        page["shared"]["notices"] = [re.sub(r"\S+@\S+", "", each["text"]) for each in page["shared"]["notices"]]
    assert pages[0] == pages[1]
    other.post(ENTER, {"code": ""})
    assert not is_inside(other)


@pytest.mark.django_db
@pytest.mark.parametrize("has_account", [True, False])
def test_a_code_opens_no_account_that_only_asked_for_the_address(client: Client, has_account: bool) -> None:
    eve = make_user("eve@example.com")
    EmailAddress.objects.create(user=eve, email="ada@example.com")
    if has_account:
        EmailAddress.objects.create(user=make_user("ada@example.com"), email="ada@example.com", primary=True)
    client.post(ENTER, {"code": ask(client)})
    assert is_inside(client) == has_account
    assert client.session.get("_auth_user_id") != str(eve.pk)


@pytest.mark.django_db
def test_codes_are_not_mailed_without_end(client: Client, settings: Settings) -> None:
    settings.LIMITS = settings.LIMITS | {"login_codes": (2, 3600)}
    make_user("ada@example.com")
    ask(client)
    ask(client)
    refused = client.post(ASK, {"email": "ada@example.com"}, headers=JSON)
    assert (refused.status_code, refused.json()["fields"][0]["error"]) == (400, "Too many tries. Please wait an hour.")
    assert Email.objects.count() == 2


@pytest.mark.django_db
@pytest.mark.parametrize(
    "email", ["", "ada", "a b@c.d", "ada@example.com,bob@example.com", "é@", "x" * 300 + "@example.com"]
)
def test_what_is_no_address_is_refused_at_the_field(client: Client, email: str) -> None:
    answer = client.post(ASK, {"email": email}, headers=JSON)
    assert answer.status_code == 400
    assert answer.json()["fields"][0]["error"]
    assert not Email.objects.exists()


@pytest.mark.django_db
def test_the_first_proof_of_an_address_ends_what_somebody_else_registered(client: Client) -> None:
    thief = make_user("ada@example.com", password="violet tractor seven moons")
    EmailAddress.objects.create(user=thief, email=thief.email, primary=True, verified=False)
    elsewhere = Client()
    elsewhere.force_login(thief)
    answer = client.post(ENTER, {"code": ask(client)})
    assert "old password no longer works" in str([str(each) for each in get_messages(answer.wsgi_request)])
    assert is_inside(client)
    assert not is_inside(elsewhere)
    thief.refresh_from_db()
    assert not thief.has_usable_password()


@pytest.mark.django_db
def test_a_confirmed_account_keeps_its_password(client: Client) -> None:
    ada = make_user("ada@example.com", password="violet tractor seven moons")
    EmailAddress.objects.create(user=ada, email=ada.email, primary=True, verified=True)
    client.post(ENTER, {"code": ask(client)})
    ada.refresh_from_db()
    assert ada.has_usable_password()


@pytest.mark.django_db
def test_whoever_is_beyond_the_limit_uses_up_nobody_else_s(client: Client, settings: Settings) -> None:
    settings.LIMITS = settings.LIMITS | {"login_codes": (2, 3600)}
    for number in range(4):
        client.post(ASK, {"email": "ada@example.com" if number > 1 else f"x{number}@example.com"})
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    assert [elsewhere.post(ASK, {"email": "ada@example.com"}).status_code for _ in range(2)] == [302, 302]
