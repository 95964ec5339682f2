"""The newsletter: signed up at the foot of a page, confirmed and unsubscribed by mailed links, exported by staff."""

import re
from datetime import timedelta

import pytest
from django.conf import settings as store
from django.db import IntegrityError
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from vintner.alerts.alerts import BAD_EMAIL, TOO_MANY
from vintner.content.models import StoreDetails
from vintner.newsletter.models import NewsletterReader
from vintner.newsletter.readers import ENDED, UNCONFIRMED, delete_old_readers, sign_reader
from vintner.newsletter.views import SENT
from vintner.newsletter.words import HOW
from vintner.orders.models import Email
from vintner.testing.builders import make_user

PROPS = {"accept": "application/json"}
PAGE = "/newsletter/"
ADA = "ada@example.com"
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _offered() -> None:
    StoreDetails.objects.create(newsletter_text="Twice a month.")


def sign_up(client: Client, email: str = ADA) -> tuple[int, object]:
    answer = client.post(PAGE, {"email": email}, headers=PROPS)
    page = answer.json()
    return answer.status_code, [page["heading"], *page["paragraphs"]]


def mailed_link(kind: str = "confirm") -> str:
    text = Email.objects.filter(kind="newsletter_confirmation").latest("pk").text
    found = re.search(rf"{re.escape(store.STORE_URL)}(/newsletter/{kind}/\S+)", text)
    assert found
    return found[1]


def make_reader(email: str = ADA, **over: object) -> NewsletterReader:
    values: dict[str, object] = {"consent": "Yes.", "confirmed_at": timezone.now(), **over}
    reader: NewsletterReader = NewsletterReader.objects.create(email=email, **values)
    return reader


def test_the_foot_of_a_page_has_the_words_while_there_is_a_newsletter(client: Client) -> None:
    assert client.get("/cart/", headers=PROPS).json()["shared"]["footer"]["newsletter"] == f"Twice a month. {HOW}"
    StoreDetails.objects.update(newsletter_text="")
    assert client.get("/cart/", headers=PROPS).json()["shared"]["footer"]["newsletter"] == ""
    assert client.get(PAGE).status_code == client.post(PAGE, {"email": ADA}).status_code == 404


def test_an_address_is_confirmed_by_the_mailed_link_and_unsubscribed_by_another(client: Client) -> None:
    assert sign_up(client, "Ada@Example.com") == (200, ["Please check your inbox", *SENT])
    reader = NewsletterReader.objects.get()
    assert (reader.email, reader.consent, reader.confirmed_at) == (ADA, f"Twice a month. {HOW}", None)
    link = mailed_link()
    assert client.get(link, headers=PROPS).json()["button"] == "Yes, please"
    unconfirmed = NewsletterReader.objects.filter(confirmed_at=None)
    assert unconfirmed.exists(), "programs that look through mails open every link"
    assert client.post(link, headers=PROPS).json()["paragraphs"] == [f"{ADA} gets our newsletter."]
    assert not unconfirmed.exists()
    stop = mailed_link("stop")
    assert Email.objects.get(kind="newsletter_confirmation").unsubscribe_url == store.STORE_URL + stop
    assert client.get(stop, headers=PROPS).json()["button"] == "Unsubscribe"
    assert client.post(stop, headers=PROPS).json()["heading"] == "You are unsubscribed"
    assert client.get(link).status_code == 404, "a link of before does not sign up again"
    sign_up(client)
    assert NewsletterReader.objects.filter(stopped_at=None, confirmed_at=None).count() == 1
    assert client.post(stop).status_code == 200
    assert not NewsletterReader.objects.filter(stopped_at=None).exists(), "also of what was signed up anew"


def test_the_answer_is_the_same_for_known_and_unknown_addresses(client: Client) -> None:
    make_reader()
    assert sign_up(client) == sign_up(client, "new@example.com")
    assert list(Email.objects.values_list("to", flat=True)) == ["new@example.com"]


def test_one_address_gets_three_emails_a_day(client: Client, settings: Settings) -> None:
    answers = [sign_up(client, ADA) for _ in range(5)]
    assert answers == [answers[0]] * 5
    assert Email.objects.count() == 3
    sign_up(client, ADA.replace("@", "+news@"))
    assert Email.objects.count() == 3, "another spelling of the same mailbox"
    NewsletterReader.objects.exclude(email=ADA).delete()
    assert NewsletterReader.objects.count() == 1
    settings.LIMITS = {**settings.LIMITS, "newsletter": (5, 3600)}
    answer = client.post(PAGE, {"email": "b@example.com"}, headers=PROPS)
    assert (answer.status_code, answer.json()["fields"][0]["error"]) == (429, TOO_MANY)


@pytest.mark.parametrize(
    "email", ["", "ada", "ada@", "a" * 300 + "@example.com", "ada\x00@example.com\r\nBcc: b@c.example"]
)
def test_a_mistake_stands_beside_the_field(client: Client, email: str) -> None:
    answer = client.post(PAGE, {"email": email}, headers=PROPS)
    assert (answer.status_code, answer.json()["fields"][0]["error"]) == (422, BAD_EMAIL)
    assert not NewsletterReader.objects.exists()


def test_forms_of_other_sites_are_refused(client: Client) -> None:
    answer = client.post(
        PAGE, {"email": ADA}, headers={"origin": "https://other.example", "sec-fetch-site": "cross-site"}
    )
    assert answer.status_code == 403
    assert not NewsletterReader.objects.exists()


@pytest.mark.parametrize("kind", ["confirm", "stop"])
def test_a_made_up_link_leads_nowhere(client: Client, kind: str) -> None:
    reader = make_reader(confirmed_at=None)
    for token in (str(reader.pk), f"{reader.pk}:x", sign_reader(reader)[:-1]):
        assert client.post(f"/newsletter/{kind}/{token}/").status_code == 404
    reader.refresh_from_db()
    assert (reader.confirmed_at, reader.stopped_at) == (None, None)


def test_an_address_is_on_the_list_once() -> None:
    make_reader(stopped_at=timezone.now())
    make_reader()
    with pytest.raises(IntegrityError):
        make_reader()


def test_staff_exports_those_who_confirmed(client: Client) -> None:
    make_reader("ada@example.com")
    make_reader("=cmd@example.com", consent="=1+1")
    make_reader("gone@example.com", stopped_at=timezone.now())
    make_reader("unsure@example.com", confirmed_at=None)
    client.force_login(make_user("boss@example.com", is_staff=True, is_superuser=True))
    chosen = list(NewsletterReader.objects.values_list("pk", flat=True))
    answer = client.post("/admin/newsletter/newsletterreader/", {"action": "export", "_selected_action": chosen})
    lines = answer.content.decode().splitlines()
    assert lines[0] == "Email,Confirmed at,Agreed to,Link to unsubscribe"
    assert [line.partition(",")[0] for line in lines[1:]] == ["'=cmd@example.com", "ada@example.com"]
    assert "'=1+1" in lines[1]
    assert f"{store.STORE_URL}/newsletter/stop/" in lines[2]


def test_old_rows_are_deleted() -> None:
    now, hour = timezone.now(), timedelta(hours=1)
    rows: tuple[dict[str, object], ...] = (
        {"confirmed_at": None, "asked_at": now - UNCONFIRMED - hour},
        {"stopped_at": now - ENDED - hour},
        {"confirmed_at": None, "asked_at": now - UNCONFIRMED + hour},
        {"stopped_at": now - ENDED + hour},
        {"asked_at": now - 5 * ENDED},
    )
    for number, over in enumerate(rows):
        make_reader(f"a{number}@example.com", **over)
    delete_old_readers(now)
    assert set(NewsletterReader.objects.values_list("email", flat=True)) == {f"a{n}@example.com" for n in (2, 3, 4)}
