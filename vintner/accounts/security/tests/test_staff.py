"""Staff needs more than a password for the admin of a real store, and is logged out after a while."""

import re
import time
from io import StringIO
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import Settings

from vintner.accounts.security import staff_middleware
from vintner.accounts.security.tests.authenticator import HOST, SoftPasskey
from vintner.customers.models import User
from vintner.orders.models import Email
from vintner.testing.builders import make_user

pytestmark = pytest.mark.django_db
PASSWORD, OTHER = "violet tractor seven moons", "nine quiet herons on a wall"
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
ADMIN, LOG_IN = "/admin/", "/admin/login/"


@pytest.fixture
def boss() -> User:
    return make_user("boss@example.com", password=PASSWORD, is_staff=True, is_superuser=True)


@pytest.fixture
def production(settings: Settings) -> None:
    settings.STAFF_SECOND_FACTOR = True


def log_in(client: Client, **fields: str) -> str:
    return str(client.post(LOG_IN, {"username": "boss@example.com", "password": PASSWORD, **fields})["Location"])


def code() -> str:
    return str(format_hotp_value(hotp_value(SECRET, int(time.time()) // 30)))


def test_the_demo_opens_by_the_password(boss: User, client: Client) -> None:
    assert log_in(client, next="/admin/orders/order/") == "/admin/orders/order/"
    assert client.get(ADMIN).status_code == 200


@pytest.mark.usefixtures("production")
def test_a_password_alone_opens_no_page_of_the_admin(boss: User, client: Client) -> None:
    log_in(client)
    for path in (ADMIN, "/admin/orders/order/", "/admin/customers/user/add/", "/admin/payments/health/"):
        assert client.get(path)["Location"] == "/my-source/security/"
        assert client.post(path)["Location"] == "/my-source/security/"
    shown = client.get("/my-source/security/", headers={"accept": "application/json"}).json()
    assert staff_middleware.NEEDED in [notice["text"] for notice in shown["shared"]["notices"]]
    assert shown["email_confirmed"]  # so staff can add a second factor at once


@pytest.mark.usefixtures("production")
def test_the_second_factor_leads_to_where_staff_wanted(boss: User, client: Client) -> None:
    TOTP.activate(boss, SECRET)
    assert log_in(client, next="/admin/orders/order/") == "/my-source/second-factor/"
    assert client.get("/admin/")["Location"].startswith(LOG_IN)
    assert client.post("/my-source/second-factor/", {"code": code()})["Location"] == "/admin/orders/order/"
    assert client.get("/admin/orders/order/").status_code == 200


def test_the_admin_s_log_in_does_not_go_round_the_second_factor(boss: User, client: Client) -> None:
    TOTP.activate(boss, SECRET)
    log_in(client)
    assert client.get("/my-source/security/").status_code == 302


def test_the_operator_helps_who_lost_the_phone(boss: User) -> None:
    TOTP.activate(boss, SECRET)
    call_command("remove_second_factors", " Boss@example.com", stdout=StringIO())
    assert not Authenticator.objects.exists()
    assert Email.objects.get().to == "boss@example.com"
    with pytest.raises(CommandError, match="no account"):
        call_command("remove_second_factors", "nobody@example.com")


@pytest.mark.usefixtures("production")
def test_a_session_from_before_the_second_factor_is_asked_for_it(boss: User, client: Client) -> None:
    log_in(client)
    TOTP.activate(boss, SECRET)
    asked = client.get("/admin/orders/order/?q=1")["Location"]
    assert asked == "/my-source/confirm/code/?next=%2Fadmin%2Forders%2Forder%2F%3Fq%3D1"
    assert client.post(asked, {"code": "000000"}).status_code == 400
    assert client.post(asked, {"code": code()})["Location"] == "/admin/orders/order/?q=1"
    assert client.get("/admin/orders/order/").status_code == 200
    assert Authenticator.objects.get().last_used_at is not None


@pytest.mark.parametrize(("idle", "old", "inside"), [(29, 0, True), (31, 0, False), (5, 11, True), (5, 13, False)])
def test_staff_is_logged_out_after_a_while(boss: User, client: Client, idle: int, old: int, inside: bool) -> None:
    log_in(client)
    client.get(ADMIN)
    session = client.session
    session[staff_middleware.SINCE] -= old * 60 * 60
    session[staff_middleware.SEEN] -= idle * 60
    session.save()
    answer = client.get("/admin/orders/order/")
    assert (answer.status_code == 200) is inside
    if not inside:
        assert answer["Location"] == "/admin/login/?next=%2Fadmin%2Forders%2Forder%2F"
        assert client.get("/my-source/payment-methods/").status_code == 302
        assert staff_middleware.EXPIRED in client.get(LOG_IN).content.decode()


@pytest.mark.usefixtures("production")
def test_a_stolen_password_of_staff_with_a_passkey_opens_nothing(
    boss: User, client: Client, settings: Settings
) -> None:
    """A passkey that could open the account alone is asked for after the password, too."""
    settings.ALLOWED_HOSTS = [HOST]
    owner, thief = Client(headers={"host": HOST}), Client(headers={"host": HOST})
    log_in(owner)
    log_in(thief)
    owner.get("/my-source/security/")
    owner.post("/my-source/confirm/", {"password": PASSWORD})
    passkey, page = SoftPasskey(), "/my-source/security/passkeys/add/"
    options = owner.get(page, headers={"accept": "application/json"}).json()["passkey"]["options"]
    owner.post(page, {"name": "Phone", "credential": passkey.create(options)})
    assert Authenticator.objects.filter(type="webauthn").exists()
    assert thief.get("/my-source/security/").status_code == 302  # a session from before ends
    assert log_in(thief) == "/my-source/second-factor/"
    for path in ("/my-source/security/recovery-codes/", "/my-source/security/app/", page, ADMIN):
        assert thief.get(path).status_code == 302


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("production")
def test_a_new_factor_opens_the_admin_in_the_session_that_added_it(boss: User, client: Client) -> None:
    log_in(client)
    client.get("/my-source/security/")
    client.post("/my-source/confirm/", {"password": PASSWORD})
    page = client.get("/my-source/security/app/", headers={"accept": "application/json"}).json()
    secret = str(page["picture_text"]).partition(": ")[2].replace(" ", "")
    new = str(format_hotp_value(hotp_value(secret, int(time.time()) // 30)))
    client.post("/my-source/security/app/", {"code": new})
    assert client.get(ADMIN).status_code == 200


@pytest.mark.usefixtures("production")
def test_the_password_is_no_way_to_confirm_for_the_admin(boss: User, client: Client) -> None:
    log_in(client)
    TOTP.activate(boss, SECRET)
    asked = client.get(ADMIN)["Location"]
    links = client.get(asked, headers={"accept": "application/json"}).json()["links"]
    assert [link["label"] for link in links] == ["Back to your account"]


def read_open_page(client: Client, path: str) -> dict[str, Any]:
    """Return the props of a page, over which no age gate lies."""
    page: dict[str, Any] = client.get(path, headers={"accept": "application/json"}).json()
    assert page["shared"]["age_gate"] is None, path
    return page


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("production")
def test_the_first_log_in_asks_for_one_password_and_leads_to_the_admin(
    boss: User, client: Client, settings: Settings
) -> None:
    settings.AGE_CHECK = "affirm"
    log_in(client)
    security = read_open_page(client, client.get(ADMIN)["Location"])
    assert security["onward"] is None, "the admin does not open yet"
    page = read_open_page(client, security["addresses"]["add_app"])
    secret = str(page["picture_text"]).partition(": ")[2].replace(" ", "")
    new = str(format_hotp_value(hotp_value(secret, int(time.time()) // 30)))
    codes = read_open_page(client, client.post(security["addresses"]["add_app"], {"code": new})["Location"])
    assert len(codes["codes"]) == 10
    assert codes["onward"] == {"label": "Go to the admin", "url": ADMIN}
    assert read_open_page(client, "/my-source/security/")["onward"] == codes["onward"]
    assert client.get(ADMIN).status_code == 200


@pytest.mark.usefixtures("production")
def test_the_second_factor_of_staff_has_no_age_gate(boss: User, client: Client, settings: Settings) -> None:
    settings.AGE_CHECK = "affirm"
    TOTP.activate(boss, SECRET)
    page = read_open_page(client, log_in(client))
    assert page["links"] == [{"label": "Start again", "url": LOG_IN}]


def test_customers_are_not_led_to_the_admin(client: Client) -> None:
    customer = make_user("ada@example.com", password=PASSWORD)
    TOTP.activate(customer, SECRET)
    client.force_login(customer)
    assert read_open_page(client, "/my-source/security/")["onward"] is None


def test_staff_that_forgot_the_password_gets_another_and_is_back_at_the_admin(
    boss: User, client: Client, settings: Settings
) -> None:
    settings.AGE_CHECK = "affirm"
    asks = "/my-source/lost-password/staff/"
    assert f'href="{asks}"' in client.get(LOG_IN).content.decode()
    assert read_open_page(client, asks)["links"] == [{"label": "Back to the log-in", "url": LOG_IN}]
    assert client.post(asks, {"user_login": boss.email})["Location"] == LOG_IN
    [link] = re.findall(r"/my-source/lost-password/\S+/", Email.objects.get(kind="password_reset").text)
    chooses = client.get(link)["Location"]
    assert read_open_page(client, chooses)["heading"] == "Choose a new password"
    other = {"xoo-el-rp-pass": OTHER, "xoo-el-rp-pass-again": OTHER}
    assert client.post(chooses, other)["Location"] == LOG_IN
    assert client.post(LOG_IN, {"username": boss.email, "password": OTHER})["Location"] == ADMIN
