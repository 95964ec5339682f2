"""A customer's alerts in the account."""

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone

from vintner.alerts.alerts import confirm_alert
from vintner.alerts.models import Alert, DigestReader
from vintner.customers.models import User
from vintner.customers.proven_addresses import build_owner_condition
from vintner.money import Money
from vintner.testing.builders import make_product, make_user

pytestmark = pytest.mark.django_db
PAGE = "/my-source/alerts/"


@pytest.fixture
def ada(client: Client) -> User:
    user = make_user("ada@example.com")
    EmailAddress.objects.create(user=user, email="ada@example.com", verified=True, primary=True)
    client.force_login(user)
    return user


def make_alert(email: str = "ada@example.com", user: User | None = None) -> Alert:
    product = make_product(name="Lomba")
    return Alert.objects.create(
        kind="price_drop", product=product, price=Money(1), email=email, user=user, consent="yes"
    )


def listed(client: Client) -> list[tuple[str, bool]]:
    page = client.get(PAGE, headers={"accept": "application/json"}).json()
    return [(alert["event"], alert["is_confirmed"]) for alert in page["alerts"]]


def test_a_customer_sees_and_ends_what_she_waits_for(client: Client, ada: User) -> None:
    hers = make_alert()
    make_alert("other@example.com", ada)
    foreign = make_alert("eve@example.com")
    assert listed(client) == [("Lomba gets cheaper", False)] * 2
    for number in (hers.pk, hers.pk, foreign.pk, 10**30):
        assert client.post(f"{PAGE}{number}/stop/")["Location"] == PAGE
    assert len(listed(client)) == 1
    assert list(Alert.objects.exclude(stopped_at=None)) == [hers]


def test_what_was_sent_is_not_waited_for(client: Client, ada: User) -> None:
    alert = make_alert()
    Alert.objects.filter(pk=alert.pk).update(confirmed_at=timezone.now(), sent_at=timezone.now())
    assert listed(client) == []


def test_an_address_that_is_not_confirmed_shows_nobody_elses_alerts(client: Client, ada: User) -> None:
    make_alert()
    EmailAddress.objects.update(verified=False)
    assert listed(client) == []
    client.post(f"{PAGE}when/", {"weekly": "yes"})
    assert not DigestReader.objects.exists()


@pytest.mark.usefixtures("ada")
def test_a_customer_chooses_to_hear_once_a_week(client: Client) -> None:
    for wanted in ("yes", "yes", "no"):
        client.post(f"{PAGE}when/", {"weekly": wanted})
        page = client.get(PAGE, headers={"accept": "application/json"}).json()
        assert page["weekly"] == DigestReader.objects.filter(email="ada@example.com").exists() == (wanted == "yes")


def test_guests_are_led_to_the_log_in(client: Client) -> None:
    for answer in (client.get(PAGE), client.post(f"{PAGE}1/stop/"), client.post(f"{PAGE}when/")):
        assert answer.status_code == 302
        assert "login" in answer["Location"] or "my-source" in answer["Location"]


@pytest.mark.usefixtures("ada")
def test_what_a_friend_confirms_is_not_in_the_account_of_whoever_typed_the_address(client: Client) -> None:
    wine = make_product(stock=0)
    client.post(f"/alerts/wine/{wine.pk}/", {"about": "restock", "email": "friend@example.net"})
    alert = Alert.objects.get()
    confirm_alert(alert.pk, timezone.now())
    assert (alert.user, listed(client)) == (None, [])
    client.post(f"{PAGE}{alert.pk}/stop/")
    assert Alert.objects.get().stopped_at is None


def test_a_customer_who_asks_too_owns_what_a_stranger_asked_for(client: Client, ada: User) -> None:
    wine = make_product(stock=0)
    for visitor in (Client(), client):
        visitor.post(f"/alerts/wine/{wine.pk}/", {"about": "restock", "email": "ada@example.com"})
    alert = Alert.objects.get()
    assert (alert.user, alert.confirmed_at is None) == (ada, False)


def test_a_domain_beyond_ascii_is_the_customers_in_both_forms(client: Client, ada: User) -> None:
    EmailAddress.objects.update(email="ada@b\u00fccher.example")
    make_alert("ada@xn--bcher-kva.example")
    assert listed(client) == [("Lomba gets cheaper", False)]
    assert list(Alert.objects.filter(build_owner_condition(ada))) == list(Alert.objects.all())
