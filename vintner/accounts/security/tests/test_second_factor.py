"""Authenticator apps, recovery codes and passkeys: what opens an account, and what does not."""

import json
import time
from functools import partial
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from allauth.mfa.webauthn.internal.auth import STATE_SESSION_KEY
from django.core.cache import cache
from django.core.signing import TimestampSigner
from django.test import Client
from fido2.utils import websafe_encode
from pytest_django import Settings

from tests.sweeps import swept
from vintner.accounts.security.challenges import OFFERED_FOR
from vintner.accounts.security.passkey_views import REFUSED
from vintner.accounts.security.tests.authenticator import HOST, SoftPasskey
from vintner.customers.models import User
from vintner.orders.models import Email
from vintner.testing.builders import make_user
from vintner.testing.races import run_together

pytestmark = pytest.mark.django_db
PASSWORD = "violet tractor seven moons"
JSON = {"accept": "application/json", "host": HOST}
ADD_APP, ADD_PASSKEY = "/my-source/security/app/", "/my-source/security/passkeys/add/"
SECOND, PASSKEY = "/my-source/second-factor/", "/my-source/passkey/"


@pytest.fixture(autouse=True)
def _https(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = [HOST]


@pytest.fixture
def ada() -> User:
    user = make_user("ada@example.com", password=PASSWORD)
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    return user


@pytest.fixture
def inside(ada: User) -> Client:
    """Ada's browser, where she has just entered her password again."""
    client = new_client()
    assert log_in(client) == "/my-source/"
    confirm(client)
    return client


def new_client() -> Client:
    return Client(headers={"host": HOST})


def log_in(client: Client, **fields: str) -> str:
    return str(client.post("/my-source/", {"username": "ada@example.com", "password": PASSWORD, **fields})["Location"])


def confirm(client: Client) -> None:
    answer = client.post("/my-source/confirm/?next=/my-source/security/", {"password": PASSWORD})
    assert answer["Location"] == "/my-source/security/"


def is_inside(client: Client) -> bool:
    return client.get("/my-source/security/").status_code == 200


def app_code(secret: str) -> str:
    return str(format_hotp_value(hotp_value(secret, int(time.time()) // 30)))


def add_app(client: Client) -> str:
    """Add an authenticator app; return its secret."""
    page = client.get(ADD_APP, headers=JSON).json()
    secret = str(page["picture_text"]).partition(": ")[2].replace(" ", "")
    assert client.post(ADD_APP, {"code": app_code(secret)})["Location"] == "/my-source/security/recovery-codes/"
    return secret


def add_passkey(client: Client, passkey: SoftPasskey) -> str:
    """Add a passkey; return where the browser is led."""
    path = ADD_PASSKEY if passkey.alone else f"{ADD_PASSKEY}?second"
    options = client.get(path, headers=JSON).json()["passkey"]["options"]
    return str(client.post(path, {"name": "Phone", "credential": passkey.create(options)})["Location"])


def use_passkey(client: Client, passkey: SoftPasskey, next_url: str = "") -> str:
    """Log in by a passkey alone; return where the browser is led, or why not."""
    answer = send(client, passkey.use(offer(client)), next_url).json()
    return str(answer.get("redirect") or answer["message"])


def send(client: Client, credential: str, next_url: str = "") -> Any:  # noqa: ANN401 - the test client's
    """Send what a passkey has answered, as pages do: once more with another token where theirs is void."""
    sent = {"credential": credential, "next": next_url}
    answer = client.post(PASSKEY, sent)
    if answer.status_code == 403:
        answer = client.post(PASSKEY, {**sent, "csrfmiddlewaretoken": answer.json()["token"]})
    return answer


def offer(client: Client) -> str:
    """Return what a passkey has to sign to log in."""
    return json.dumps(client.get(PASSKEY).json()["request_options"])


def test_a_code_is_asked_for_after_the_password_and_leads_where_it_should(inside: Client) -> None:
    secret = add_app(inside)
    client = new_client()
    assert log_in(client, next="/cart/") == SECOND
    assert not is_inside(client)
    wrong = client.post(SECOND, {"code": "000000"}, headers=JSON)
    assert (wrong.status_code, wrong.json()["fields"][0]["error"]) == (400, "Incorrect code.")
    code = app_code(secret)
    assert client.post(SECOND, {"code": f"{code[:3]} {code[3:]}"})["Location"] == "/cart/"
    assert is_inside(client)


def test_a_used_code_is_refused_however_it_is_written(inside: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    code = app_code(add_app(inside))
    clients = [new_client() for _ in range(4)]
    for client, written in zip(clients, (code, f"~{code}", f"{code[:3]}.{code[3:]}", f"{code}\u200b"), strict=True):
        cache.clear()  # where allauth remembers used codes for half a minute
        log_in(client)
        client.post(SECOND, {"code": written})
    assert [is_inside(client) for client in clients] == [True, False, False, False]


def test_a_recovery_code_works_once(inside: Client) -> None:
    add_app(inside)
    [code, *others] = inside.get("/my-source/security/recovery-codes/", headers=JSON).json()["codes"]
    assert len(others) == 9
    first, second = new_client(), new_client()
    for client in (first, second):
        log_in(client)
        client.post(SECOND, {"code": code})
    assert (is_inside(first), is_inside(second)) == (True, False)
    assert code not in inside.get("/my-source/security/recovery-codes/file/").content.decode()


def test_codes_cannot_be_guessed(inside: Client, settings: Settings) -> None:
    settings.LIMITS = settings.LIMITS | {"second_factor": (3, 900)}
    secret = add_app(inside)
    for _ in range(3):
        client = new_client()
        log_in(client)
        client.post(SECOND, {"code": "000000"})
    client = new_client()
    log_in(client)
    told = client.post(SECOND, {"code": app_code(secret)}, headers=JSON).json()["fields"][0]["error"]
    assert told == "Too many tries. Please wait a quarter of an hour."
    assert not is_inside(client)


def test_the_secret_is_not_readable_in_the_database(inside: Client) -> None:
    secret = add_app(inside)
    assert secret not in str(Authenticator.objects.get(type="totp").data)


@pytest.mark.parametrize("path", [ADD_APP, ADD_PASSKEY, "/my-source/security/recovery-codes/new/"])
def test_what_is_sensitive_asks_for_the_password_again(ada: User, path: str) -> None:
    client = new_client()
    log_in(client)
    assert client.get(path)["Location"].startswith("/my-source/confirm/?next=")
    assert client.post("/my-source/confirm/", {"password": "wrong"}, headers=JSON).status_code == 400
    assert client.get(path).status_code == 302
    confirm(client)
    assert client.get(path, headers=JSON).status_code in (200, 302)


@pytest.mark.parametrize("path", [ADD_APP, ADD_PASSKEY])
def test_an_address_that_is_not_confirmed_takes_no_second_factor(inside: Client, path: str) -> None:
    EmailAddress.objects.update(verified=False)
    assert inside.get(path)["Location"] == "/my-source/security/"
    assert inside.post(path, {"code": "1", "credential": "{}"})["Location"] == "/my-source/security/"
    assert not Authenticator.objects.exists()


def test_a_passkey_opens_the_account_and_leaves_the_password_as_it_was(inside: Client) -> None:
    passkey = SoftPasskey()
    assert add_passkey(inside, passkey) == "/my-source/security/recovery-codes/"
    by_passkey, by_password = new_client(), new_client()
    assert use_passkey(by_passkey, passkey, "/cart/") == "/cart/"
    assert is_inside(by_passkey)
    assert use_passkey(new_client(), passkey, "https://evil.example/") == "/my-source/"
    assert log_in(by_password) == "/my-source/"
    assert Email.objects.filter(kind="second_factor").count() == 1


def test_what_a_passkey_has_to_sign_arrives_after_a_log_in_and_leaves_it_as_it_is(
    inside: Client, settings: Settings
) -> None:
    """The page has sent its request as a guest, and the answer is late: it must not set the log-in's cookie."""
    guest = new_client()
    guest.get(PASSKEY)
    assert not guest.cookies


def test_an_offer_outlasts_another_tab_and_lost_cookies(inside: Client) -> None:
    passkey, client = SoftPasskey(), Client(headers={"host": HOST}, enforce_csrf_checks=True)
    add_passkey(inside, passkey)
    first, _second = offer(client), offer(client)
    client.get("/my-source/")
    client.cookies.clear()
    assert (send(client, passkey.use(first)).json(), is_inside(client)) == ({"redirect": "/my-source/"}, True)


@pytest.mark.parametrize(
    "challenge",
    [
        TimestampSigner(salt="vintner.passkey_log_in", key="another store's").sign("x" * 22),
        TimestampSigner(salt="vintner.something_else").sign("x" * 22),
        "x" * 22,
        "\u00e9" * 16,
    ],
    ids=range(4),
)
def test_a_challenge_that_the_store_has_not_signed_opens_nothing(inside: Client, challenge: str) -> None:
    passkey, client = SoftPasskey(), new_client()
    add_passkey(inside, passkey)
    made_up = json.dumps({"publicKey": {"challenge": websafe_encode(challenge.encode())}})
    answer = send(client, passkey.use(made_up))
    assert (answer.status_code, answer.json(), is_inside(client)) == (400, {"message": REFUSED}, False)


def test_an_offer_ends(inside: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    passkey, client = SoftPasskey(), new_client()
    add_passkey(inside, passkey)
    assert OFFERED_FOR == 24 * 60 * 60
    monkeypatch.setattr("vintner.accounts.security.challenges.OFFERED_FOR", -1)
    assert (use_passkey(client, passkey), is_inside(client)) == (REFUSED, False)


def test_a_passkey_that_has_not_asked_for_face_finger_or_pin_is_refused(inside: Client) -> None:
    passkey, client = SoftPasskey(), new_client()
    add_passkey(inside, passkey)
    passkey.asks_for_more = False
    assert (use_passkey(client, passkey), is_inside(client)) == (REFUSED, False)


def test_a_form_of_another_site_logs_nobody_in(inside: Client) -> None:
    passkey, victim = SoftPasskey(), Client(headers={"host": HOST}, enforce_csrf_checks=True)
    add_passkey(inside, passkey)
    sent = {"credential": passkey.use(offer(victim)), "csrfmiddlewaretoken": "x" * 32}
    assert (victim.post(PASSKEY, sent).status_code, is_inside(victim)) == (403, False)
    token = victim.post(PASSKEY, sent).json()["token"]
    forged = victim.post(PASSKEY, {**sent, "csrfmiddlewaretoken": token}, headers={"origin": "https://evil.example"})
    assert (forged.status_code, is_inside(victim)) == (403, False)


def test_whoever_has_logged_in_meanwhile_is_led_on(inside: Client) -> None:
    assert inside.post(PASSKEY, {"credential": "{}", "next": "/cart/"}).json() == {"redirect": "/cart/"}
    assert inside.get(PASSKEY)["Location"] == "/my-source/"


@pytest.mark.django_db(transaction=True)
def test_a_passkeys_answer_opens_one_session(inside: Client) -> None:
    passkey, first = SoftPasskey(), new_client()
    add_passkey(inside, passkey)
    credential = passkey.use(offer(first))
    clients = [new_client() for _ in range(6)]
    run_together([partial(send, each, credential) for each in clients])
    assert [is_inside(each) for each in clients].count(True) == 1


def test_a_passkey_that_is_a_second_factor_does_not_open_the_account_alone(inside: Client) -> None:
    passkey = SoftPasskey(alone=False)
    add_passkey(inside, passkey)
    alone = new_client()
    use_passkey(alone, passkey)
    assert not is_inside(alone)

    after_password = new_client()
    assert log_in(after_password) == SECOND
    options = after_password.get(SECOND, headers=JSON).json()["passkey"]["options"]
    assert after_password.post(SECOND, {"credential": passkey.use(options)})["Location"] == "/my-source/"
    assert is_inside(after_password)


def test_what_a_second_factor_had_to_sign_opens_no_account_when_its_time_is_over(
    inside: Client, settings: Settings
) -> None:
    """A second factor need not ask for face, finger or PIN."""
    passkey = SoftPasskey()
    add_passkey(inside, passkey)
    add_passkey(inside, SoftPasskey(alone=False))
    client = new_client()
    assert log_in(client) == SECOND
    options = client.get(SECOND, headers=JSON).json()["passkey"]["options"]
    settings.ACCOUNT_LOGIN_TIMEOUT = -1
    assert send(client, passkey.use(options)).json() == {"message": REFUSED}
    assert not is_inside(client)


def test_what_a_refused_passkey_had_to_sign_is_not_kept(inside: Client) -> None:
    passkey, client = SoftPasskey(), new_client()
    add_passkey(inside, passkey)
    use_passkey(client, SoftPasskey(credential_id=passkey.credential_id, user_handle=passkey.user_handle))
    assert STATE_SESSION_KEY not in client.session


def test_nobody_logs_in_with_the_passkey_of_another(inside: Client) -> None:
    passkey = SoftPasskey()
    add_passkey(inside, passkey)
    thief = SoftPasskey(credential_id=passkey.credential_id, user_handle=passkey.user_handle)
    client = new_client()
    assert use_passkey(client, thief, "/cart/") == REFUSED
    assert not is_inside(client)


def test_passkeys_that_are_sent_are_limited_and_those_that_are_offered_are_not(
    inside: Client, settings: Settings
) -> None:
    settings.LIMITS = settings.LIMITS | {"passkey_log_in": (1, 900)}
    passkey = SoftPasskey()
    add_passkey(inside, passkey)
    for _ in range(3):
        assert new_client().get(PASSKEY).status_code == 200
    first, second = new_client(), new_client()
    use_passkey(first, passkey)
    assert use_passkey(second, passkey).startswith("Too many tries.")
    assert (is_inside(first), is_inside(second)) == (True, False)


@pytest.mark.parametrize(
    "credential",
    swept(
        [
            *("", "{}", "[]", "null", "7", '{"id": "x"}', '{"response": 7}', "not json", "\x00"),
            *("[" * 15_000, "1" * 6000, f'{{"id":{"1" * 6000}}}', "[" * 200_000),
        ],
        guards={"not json", '{"response": 7}', "[" * 200_000},
    ),
    ids=range(13),
)
@pytest.mark.parametrize("path", [PASSKEY, SECOND, ADD_PASSKEY])
def test_a_made_up_credential_is_refused(inside: Client, path: str, credential: str) -> None:
    add_passkey(inside, SoftPasskey(alone=False))
    client = inside if path == ADD_PASSKEY else new_client()
    if path == SECOND:
        log_in(client)
    client.get(path, headers=JSON)
    sent = {"credential": credential, "csrfmiddlewaretoken": "x"}
    assert client.post(path, sent, headers=JSON).status_code in (302, 400)
    assert Authenticator.objects.filter(type="webauthn").count() == 1


def test_a_passkey_is_renamed_and_removed_by_its_owner_alone(inside: Client) -> None:
    add_passkey(inside, SoftPasskey())
    key = Authenticator.objects.get(type="webauthn").pk
    eve = make_user("eve@example.com", password=PASSWORD)
    EmailAddress.objects.create(user=eve, email=eve.email, primary=True, verified=True)
    other = new_client()
    other.post("/my-source/", {"username": "eve@example.com", "password": PASSWORD})
    confirm(other)
    for path in (f"/my-source/security/passkeys/{key}/", f"/my-source/security/passkeys/{key}/remove/"):
        assert other.post(path, {"name": "Mine"}).status_code == 404
    assert inside.post(f"/my-source/security/passkeys/{key}/", {"name": "Laptop"}).status_code == 302
    assert inside.get("/my-source/security/", headers=JSON).json()["passkeys"][0]["name"] == "Laptop"
    assert inside.post(f"/my-source/security/passkeys/{key}/remove/").status_code == 302
    assert not Authenticator.objects.exists()  # recovery codes without a second factor are of no use


def test_other_sessions_are_ended(inside: Client) -> None:
    other = new_client()
    log_in(other)
    assert [each["here"] for each in inside.get("/my-source/security/", headers=JSON).json()["sessions"]].count(
        True
    ) == 1
    assert inside.post("/my-source/security/sessions/")["Location"] == "/my-source/security/"
    assert (is_inside(inside), is_inside(other)) == (True, False)


def test_guests_see_nothing_of_it() -> None:
    client = new_client()
    for path in ("/my-source/security/", ADD_APP, ADD_PASSKEY, "/my-source/security/recovery-codes/"):
        assert client.get(path).status_code == 302, path
    assert client.get(SECOND)["Location"] == "/my-source/"
