"""No way of logging in opens a closed account: each leads to the question whether to keep it, or nowhere."""

import json
import re
from functools import partial

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from vintner.accounts.engine.password_reset import request_reset
from vintner.accounts.security.tests.authenticator import HOST, SoftPasskey
from vintner.customers.models import User
from vintner.orders.models import Email
from vintner.privacy.closing import close_account, find_erasure
from vintner.privacy.tests.customer import EMAIL, PASSWORD, confirm, log_in

pytestmark = pytest.mark.django_db
ADD_PASSKEY, PASSKEY = "/my-source/security/passkeys/add/", "/my-source/passkey/"
QUESTION = "/my-source/privacy/closed/"


@pytest.fixture(autouse=True)
def _host(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = [HOST]


def new_client() -> Client:
    return Client(headers={"accept": "application/json", "host": HOST})


def is_inside(client: Client) -> bool:
    return client.get("/my-source/security/").status_code == 200


def test_a_passkey_leads_to_the_question(zelda: User) -> None:
    inside, passkey, client = new_client(), SoftPasskey(), new_client()
    log_in(inside)
    confirm(inside)
    options = inside.get(ADD_PASSKEY).json()["passkey"]["options"]
    inside.post(ADD_PASSKEY, {"name": "Phone", "credential": passkey.create(options)})
    close_account(zelda, timezone.now())
    asked = json.dumps(client.get(PASSKEY).json()["request_options"])
    sent = {"credential": passkey.use(asked)}
    token = client.post(PASSKEY, sent).json()["token"]
    assert client.post(PASSKEY, {**sent, "csrfmiddlewaretoken": token}).json() == {"redirect": QUESTION}
    assert (is_inside(client), is_inside(inside)) == (False, False)


def test_a_mailed_code_leads_to_the_question(zelda: User) -> None:
    close_account(zelda, timezone.now())
    client = new_client()
    enter = client.post("/my-source/mailed-code/", {"email": EMAIL})["Location"]
    text = Email.objects.get(kind="login_code").text
    [code] = re.findall(r"^[A-Z0-9]{3,4}-?[A-Z0-9]{3,4}$", text, re.MULTILINE)
    assert client.post(enter, {"code": code})["Location"] == QUESTION
    assert not is_inside(client)


def test_the_popups_call_leads_to_the_question(zelda: User) -> None:
    close_account(zelda, timezone.now())
    client = new_client()
    sends = partial(client.post, "/wp-admin/admin-ajax.php")
    token = client.get("/my-source/").json()["forms"]["csrf_token"]
    fields = {"action": "xoo_el_form_action", "_xoo_el_form": "login", "csrfmiddlewaretoken": token}
    answer = sends({**fields, "xoo-el-username": EMAIL, "xoo-el-password": PASSWORD}).json()
    assert (answer["error"], answer["redirect"]) == (0, QUESTION)
    assert not is_inside(client)


def test_a_new_password_does_not_open_it(zelda: User) -> None:
    close_account(zelda, timezone.now())
    request_reset(EMAIL)
    found = re.search(r"/my-source/lost-password/\S+", Email.objects.get(kind="password_reset").text)
    assert found is not None
    client, new = new_client(), f"{PASSWORD} rising"
    client.get(found[0])
    client.post("/my-source/lost-password/new/", {"xoo-el-rp-pass": new, "xoo-el-rp-pass-again": new})
    assert not is_inside(client)
    assert client.post("/my-source/", {"username": EMAIL, "password": new})["Location"] == QUESTION
    assert not is_inside(client)
    assert find_erasure(zelda.pk) is not None
