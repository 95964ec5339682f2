"""New accounts, their first e-mail, and the link in it."""

import re
from urllib.parse import urlsplit

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from pytest_django import Settings

from vintner.accounts.engine.registration import create_account, ensure_email_address
from vintner.customers.models import User
from vintner.orders.emails import delivery
from vintner.orders.models import Email
from vintner.refusal import Refusal
from vintner.testing.builders import make_user
from vintner.testing.races import run_together

PASSWORD = "violet tractor seven moons"
JSON = {"accept": "application/json"}


def mailed_path(email: Email) -> str:
    [url] = set(re.findall(r"https?://\S+", email.text))
    return str(urlsplit(url).path)


@pytest.mark.django_db
def test_the_first_e_mail_confirms_the_address(client: Client, settings: Settings) -> None:
    settings.STORE_URL = "https://shop.example"
    user = create_account("Ada@Example.com", PASSWORD, first_name="Ada")
    email = Email.objects.get()
    assert (email.kind, email.to, email.subject) == (
        "new_account",
        "ada@example.com",
        f"Your {settings.STORE_NAME} account has been created!",
    )
    assert "https://shop.example/my-source/" in email.html
    path = mailed_path(email)
    client.force_login(user)

    asked = client.get(path, headers=JSON).json()
    assert asked["paragraphs"] == ["Is ada@example.com your address?"]
    assert not EmailAddress.objects.get(user=user).verified  # a program that looks through mails opens links
    assert client.post(path)["Location"] == "/my-source/"
    assert EmailAddress.objects.get(user=user).verified
    assert "used already" in client.post(path, headers=JSON).json()["paragraphs"][0]


@pytest.mark.django_db
def test_a_made_up_link_confirms_nothing(client: Client) -> None:
    create_account("ada@example.com", PASSWORD)
    page = client.get("/my-source/confirm-e-mail/made:up/", headers=JSON).json()
    assert (page["button"], "too old" in page["paragraphs"][0]) == ("", True)


@pytest.mark.django_db(transaction=True)
def test_one_address_registers_once() -> None:
    codes = run_together([lambda: create_account("ada@example.com", PASSWORD)] * 8)
    assert codes == ["email_taken"] * 7
    assert (User.objects.count(), Email.objects.count(), EmailAddress.objects.count()) == (1, 1, 1)


@pytest.mark.django_db
def test_the_address_of_another_case_is_taken() -> None:
    make_user("ada@example.com")
    with pytest.raises(Refusal, match=r"An account is already registered with your email address\. Please log in\."):
        create_account(" ADA@example.com ", PASSWORD)


@pytest.mark.django_db
def test_what_opens_an_account_is_not_kept_in_a_real_store(settings: Settings) -> None:
    settings.SANDBOX = False
    create_account("ada@example.com", PASSWORD)
    email = Email.objects.get()
    assert delivery.send(email.pk)
    email.refresh_from_db()
    assert "http" not in email.text + email.html


@pytest.mark.django_db
def test_staff_does_not_read_what_opens_an_account(client: Client, settings: Settings) -> None:
    settings.SANDBOX = False
    create_account("ada@example.com", PASSWORD)
    client.force_login(make_user("boss@example.com", is_staff=True, is_superuser=True))
    email = Email.objects.get()
    for part in ("", "body/"):
        assert mailed_path(email) not in client.get(f"/outbox/{email.pk}/{part}").content.decode()


@pytest.mark.django_db
def test_the_record_of_a_former_address_gives_way_to_that_of_the_accounts() -> None:
    user = make_user("augusta@example.com")
    EmailAddress.objects.create(user=user, email="ada@example.com", primary=True, verified=True)
    EmailAddress.objects.create(user=user, email=user.email, primary=False, verified=False)
    kept = ensure_email_address(user)
    assert (kept.email, kept.primary, kept.verified) == (user.email, True, False)
    assert list(EmailAddress.objects.filter(user=user)) == [kept]
