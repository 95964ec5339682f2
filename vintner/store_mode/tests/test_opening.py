"""The form on the page of a store that is coming soon, and the e-mails at its opening."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from vintner.alerts.alerts import PERHAPS_CONFIRM
from vintner.alerts.models import Alert
from vintner.orders.models import Email
from vintner.store_mode.jobs import send_opening_alerts
from vintner.store_mode.rules import Visibility
from vintner.store_mode.tests.modes import set_mode
from vintner.store_mode.views import ALREADY

pytestmark = pytest.mark.django_db
JSON = {"Accept": "application/json"}
PAGE = "/coming-soon/"


@pytest.fixture(autouse=True)
def _closed() -> None:
    set_mode(Visibility.CLOSED, timezone.now() + timedelta(hours=1))


def ask(client: Client, email: str, status: int = 200, **fields: str) -> dict[str, object]:
    answer = client.post(PAGE, {"email": email, **fields}, headers=JSON)
    assert answer.status_code == status
    page: dict[str, object] = answer.json()
    return page


def test_an_address_is_put_on_the_list_once(client: Client) -> None:
    assert str(ask(client, " Ada@Example.com ")["answer"]).startswith("Thank you!")
    answer = str(ask(client, "ada@example.com")["answer"])
    assert answer == f"{ALREADY} {PERHAPS_CONFIRM}"
    alert = Alert.objects.get()
    assert (alert.kind, alert.email, alert.confirmed_at) == ("opening", "ada@example.com", None)
    assert alert.consent == ask(client, "ada@example.com")["consent"]
    assert Email.objects.filter(to="ada@example.com", subject="Please confirm: tell me when Vintner opens").exists()


@pytest.mark.parametrize("email", ["", "ada", "a\x00@", "x" * 300 + "@example.com", "a@b.c\r\nBcc: x@y.z"])
def test_a_wrong_address_is_refused_at_its_field_and_stays(client: Client, email: str) -> None:
    field = ask(client, email, 400)["email"]
    assert isinstance(field, dict)
    assert field["error"] == "Please enter a valid email address."
    assert field["value"] == email.replace("\x00", "")[:254]
    assert not Alert.objects.exists()


def test_programs_and_other_sites_are_refused(client: Client) -> None:
    ask(client, "ada@example.com", 400, topic="wine")
    foreign = client.post(PAGE, {"email": "ada@example.com"}, headers={"Sec-Fetch-Site": "cross-site"})
    assert foreign.status_code == 403
    assert not Alert.objects.exists()


def test_each_is_mailed_once_when_the_store_is_open(client: Client) -> None:
    ask(client, "ada@example.com")
    ask(client, "bob@example.com")
    Alert.objects.filter(email="ada@example.com").update(confirmed_at=timezone.now())
    send_opening_alerts(0)
    assert not Email.objects.filter(subject="Vintner is open").exists()
    set_mode(Visibility.CLOSED, timezone.now())
    for _ in range(2):
        send_opening_alerts(0)
    assert list(Email.objects.filter(subject="Vintner is open").values_list("to", flat=True)) == ["ada@example.com"]


def test_a_store_that_has_opened_meanwhile_leads_to_its_home_page(client: Client) -> None:
    set_mode(Visibility.LIVE)
    assert client.post(PAGE, {"email": "ada@example.com"})["Location"] == "/"
    assert client.get(PAGE)["Location"] == "/"
    assert not Alert.objects.exists()


def test_the_countdown_is_that_of_the_server(client: Client) -> None:
    body = client.get("/coming-soon/countdown/").json()
    assert 3_590_000 < body["left"]["opening"] <= 3_600_000
    set_mode(Visibility.CLOSED)
    assert client.get("/coming-soon/countdown/").json()["left"] == {}
    set_mode(Visibility.LIVE)
    assert client.get("/coming-soon/countdown/").json()["left"] == {"opening": 0}
