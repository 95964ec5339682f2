"""Asking to be told of a wine, and the mailed links."""

import re
from datetime import timedelta
from functools import partial

import pytest
from allauth.account.models import EmailAddress
from django.db import IntegrityError
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from vintner.alerts.alerts import PERHAPS_CONFIRM, PLEASE_CONFIRM
from vintner.alerts.models import Alert
from vintner.alerts.tests.forms import AJAX, ask
from vintner.alerts.words import CONSENT
from vintner.catalogue.models import Product
from vintner.orders.models import Email
from vintner.testing.builders import make_product, make_user
from vintner.testing.races import run_together

THANKS = {
    "title": "Thank You!",
    "message": "We will notify you when this product is available.",
    "status": "success",
}
TO_BE_CONFIRMED = THANKS | {"note": PLEASE_CONFIRM}
ALREADY = {"title": "Already Subscribed", "message": "This email address is already on the list.", "status": "info"}
BAD_EMAIL = {"title": "Error", "message": "Please enter a valid email address.", "status": "error"}
NO_PRODUCT = {"title": "Error", "message": "This product is not available for notifications.", "status": "error"}

pytestmark = pytest.mark.django_db


@pytest.fixture
def wine() -> Product:
    return make_product(available_from=timezone.now() + timedelta(days=3))


def find_link(email: Email, name: str) -> str:
    found = re.search(rf"/alerts/{name}/\S+", email.text)
    assert found
    return found.group(0)


def test_an_address_is_put_on_the_list_and_asked_to_confirm(client: Client, wine: Product) -> None:
    assert ask(client, wine, "  Ada@Example.com ") == TO_BE_CONFIRMED
    alert = Alert.objects.get()
    assert (alert.email, alert.confirmed_at, alert.consent) == ("ada@example.com", None, CONSENT["launch"])
    link = find_link(Email.objects.get(to="ada@example.com"), "confirm")
    assert client.get(link).status_code == 200
    alert.refresh_from_db()
    assert alert.confirmed_at is None  # programs open links, people press buttons
    assert client.post(link).status_code == 200
    alert.refresh_from_db()
    assert alert.confirmed_at is not None


def test_a_link_that_is_opened_again_says_that_nothing_is_left_to_confirm(client: Client, wine: Product) -> None:
    ask(client, wine)
    link = find_link(Email.objects.get(), "confirm")
    client.post(link)
    for sent_at, words in ((None, "We will notify you when"), (timezone.now(), "We have written to you already.")):
        Alert.objects.update(sent_at=sent_at)
        page = client.get(link, headers={"accept": "application/json"}).json()
        assert (page["heading"], page["button"]) == ("Your address is confirmed", "")
        assert page["paragraphs"][0].startswith(words)


def test_the_four_answers(client: Client, wine: Product) -> None:
    assert ask(client, wine) == TO_BE_CONFIRMED
    assert ask(client, wine, "ADA@example.com") == ALREADY | {"note": PERHAPS_CONFIRM}
    for email in ("", "ada", "ada@example", f"{'a' * 250}@example.com", "ada@example.com\r\nBcc: eve@example.com"):
        assert ask(client, wine, email) == BAD_EMAIL, email
    on_sale, draft = make_product(), make_product(available_from=wine.available_from, published=False)
    for number in (on_sale.pk, draft.pk, 0, 10**17):
        assert ask(client, number) == NO_PRODUCT
    assert Alert.objects.count() == 1


def test_an_address_that_is_known_to_be_the_customers_is_not_asked(wine: Product) -> None:
    ada = make_user("ada@example.com", password="a long enough password")
    EmailAddress.objects.create(user=ada, email=ada.email, primary=True, verified=True)
    client = Client()
    client.force_login(ada)
    assert ask(client, wine) == THANKS
    assert ask(client, wine, "somebody-else@example.com") == TO_BE_CONFIRMED
    alerts = Alert.objects.order_by("pk")
    assert [(alert.user, alert.confirmed_at is None) for alert in alerts] == [(ada, False), (None, True)]
    assert list(Email.objects.values_list("to", flat=True)) == ["somebody-else@example.com"]


def test_one_address_gets_three_emails_a_day_and_one_network_asks_ten_times_an_hour(
    client: Client, settings: Settings
) -> None:
    settings.LIMITS = settings.LIMITS | {"alerts": (5, 3600)}
    wines = [make_product(available_from=timezone.now() + timedelta(days=1)) for _ in range(6)]
    answers = [ask(client, wine) for wine in wines]
    assert [answer["status"] for answer in answers] == ["success"] * 5 + ["error"]
    assert answers[:5] == [TO_BE_CONFIRMED] * 5  # the fourth and fifth of which nothing was mailed, too
    assert Email.objects.count() == 3


def test_whoever_never_confirmed_is_pointed_to_the_email_and_strangers_learn_nothing(
    client: Client, wine: Product
) -> None:
    ask(client, wine)
    again = ask(client, wine)
    assert (again, Email.objects.count()) == (ALREADY | {"note": PERHAPS_CONFIRM}, 2)
    page = client.post("/alerts/", {"id": wine.pk, "email": "ada@example.com"}, headers={"accept": "application/json"})
    assert page.json()["paragraphs"] == [ALREADY["message"], PERHAPS_CONFIRM]
    Alert.objects.update(confirmed_at=timezone.now())
    assert (ask(client, wine), Email.objects.count()) == (again, 3)
    ada = make_user("ada@example.com")
    EmailAddress.objects.create(user=ada, email=ada.email, primary=True, verified=True)
    client.force_login(ada)
    assert ask(client, wine) == ALREADY


def test_a_character_that_no_database_holds_is_left_out(client: Client, wine: Product) -> None:
    client.force_login(make_user("ada@example.com"))
    assert ask(client, wine, "ada\x00@example.com") == TO_BE_CONFIRMED


def test_a_filled_trap_and_a_request_of_another_site_do_nothing(client: Client, wine: Product) -> None:
    assert ask(client, wine, topic="cheap pills")["status"] == "error"
    answer = client.post(
        AJAX,
        {"action": "wcp_save_email", "id": wine.pk, "email": "ada@example.com"},
        headers={"origin": "https://evil.example"},
    )
    assert answer.json()["status"] == "error"
    assert not Alert.objects.exists()


def test_without_javascript_the_form_is_answered_by_a_page(client: Client, wine: Product) -> None:
    headers = {"accept": "application/json"}
    page = client.post("/alerts/", {"id": wine.pk, "email": "ada@example.com"}, headers=headers)
    assert (page.status_code, page.json()["heading"]) == (200, "Thank You!")
    assert page.json()["paragraphs"] == [THANKS["message"], PLEASE_CONFIRM]
    assert page.json()["links"][0]["url"] == wine.get_absolute_url()
    wrong = client.post("/alerts/", {"id": wine.pk, "email": "ada"}, headers=headers)
    assert (wrong.status_code, wrong.json()["paragraphs"]) == (400, ["Please enter a valid email address."])


def test_an_address_is_taken_off_the_list_by_mail_programs_and_people_alike(client: Client, wine: Product) -> None:
    ask(client, wine)
    email = Email.objects.get()
    link = find_link(email, "stop")
    assert email.unsubscribe_url.endswith(link)
    foreign = Client(enforce_csrf_checks=True)
    assert foreign.get(link).status_code == 200
    assert Alert.objects.get().stopped_at is None
    assert foreign.post(link, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert Alert.objects.get().stopped_at is not None
    confirm = client.post(find_link(email, "confirm"))
    assert confirm.status_code == 404
    assert ask(client, wine) == TO_BE_CONFIRMED  # with a new consent, to be confirmed again
    assert [alert.stopped_at is None for alert in Alert.objects.all()] == [True, False]


def test_links_that_were_not_made_here_lead_nowhere(client: Client, wine: Product) -> None:
    ask(client, wine)
    number = Alert.objects.get().pk
    for token in (str(number), f"{number}:AAAA", "x" * 300):
        assert client.post(f"/alerts/confirm/{token}/").status_code == 404
        assert client.post(f"/alerts/stop/{token}/").status_code == 404
    assert (Alert.objects.get().confirmed_at, Alert.objects.get().stopped_at) == (None, None)


@pytest.mark.django_db(transaction=True)
def test_the_same_address_many_times_at_once_is_on_the_list_once(wine: Product) -> None:
    run_together([partial(ask, Client(), wine) for _ in range(6)])
    assert Alert.objects.count() == 1


def test_the_database_refuses_a_second_row_and_an_address_in_capitals(wine: Product) -> None:
    Alert.objects.create(product=wine, email="ada@example.com", consent="yes")
    with pytest.raises(IntegrityError):
        Alert.objects.create(product=wine, email="ada@example.com", consent="yes")


def test_the_time_left_is_the_servers(client: Client, wine: Product) -> None:
    on_sale = make_product()
    body = client.get(f"/alerts/countdowns/?product={wine.pk}&product={on_sale.pk}&product=x&product=7").json()
    assert body["left"][str(on_sale.pk)] == 0
    assert 3 * 86_400_000 - 60_000 < body["left"][str(wine.pk)] <= 3 * 86_400_000
    assert len(body["left"]) == 2


def test_pages_of_many_watchers_are_reloaded_apart(client: Client) -> None:
    wine = make_product(available_from=timezone.now() + timedelta(minutes=5))
    spreads = [client.get(f"/alerts/countdowns/?product={wine.pk}").json()["spread"] for _ in range(3)]
    assert spreads[0] < spreads[1] < spreads[2] <= 3000


def test_spellings_of_one_mailbox_count_as_one(client: Client, wine: Product) -> None:
    ask(client, wine, "ada@example.com")
    for email in ("ADA@\uff45xample.com", "ada@exa\u00admple.com"):
        assert ask(client, wine, email) == ALREADY | {"note": PERHAPS_CONFIRM}
    for email in ('"ada"@example.com', '"a\\da"@example.com', "a@\u1c89.com", "\u1c89@example.com"):
        assert ask(client, wine, email) == BAD_EMAIL
    assert list(Alert.objects.values_list("email", flat=True)) == ["ada@example.com"]
