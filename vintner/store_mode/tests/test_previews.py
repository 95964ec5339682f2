"""Links by which others see a store that is coming soon."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from vintner.store_mode.mode import refresh_mode
from vintner.store_mode.models import PreviewLink
from vintner.store_mode.previews import end_preview, sign_preview
from vintner.store_mode.rules import Visibility
from vintner.store_mode.tests.modes import make_preview, set_mode
from vintner.testing.builders import make_product

pytestmark = pytest.mark.django_db


@pytest.fixture
def link() -> PreviewLink:
    set_mode(Visibility.CLOSED)
    return make_preview()


def path_of(link: PreviewLink) -> str:
    return f"/coming-soon/preview/{sign_preview(link.pk)}/"


def test_whoever_opens_it_sees_the_store(client: Client, link: PreviewLink) -> None:
    wine = make_product(name="Dolcetto", stock=3)
    answer = client.get(path_of(link))
    assert (answer.status_code, answer["Location"], answer["X-Robots-Tag"]) == (302, "/", "noindex")
    page = client.get(wine.get_absolute_url())
    assert page.status_code == 200
    assert page["X-Robots-Tag"] == "noindex"
    assert "no-store" in page["Cache-Control"]
    assert client.post("/?wc-ajax=add_to_cart", {"product_id": wine.pk}).json()["fragments"]
    assert Client().get("/").status_code == 503


def test_it_ends_at_once_for_those_who_have_opened_it(client: Client, link: PreviewLink) -> None:
    client.get(path_of(link))
    end_preview(link.pk, timezone.now())
    refresh_mode()
    assert client.get("/").status_code == 503
    assert client.get(path_of(link)).status_code == 404


def test_it_expires(client: Client, link: PreviewLink) -> None:
    client.get(path_of(link))
    past = timezone.now() - timedelta(days=8)
    PreviewLink.objects.filter(pk=link.pk).update(made_at=past, expires_at=past + timedelta(days=7))
    refresh_mode()
    assert client.get("/").status_code == 503
    assert client.get(path_of(link)).status_code == 404


def test_links_and_cookies_that_were_not_made_here_are_worth_nothing(client: Client, link: PreviewLink) -> None:
    signature = sign_preview(link.pk).partition(":")[2]
    assert client.get(f"/coming-soon/preview/{link.pk + 1}:{signature}/").status_code == 404
    for value in (str(link.pk), f"{link.pk}:x", f"{link.pk + 1}:{signature}", "\x00", "x" * 5000):
        client.cookies["vintner_preview"] = value
        assert client.get("/").status_code == 503


def test_a_live_store_needs_none(client: Client, link: PreviewLink) -> None:
    set_mode(Visibility.LIVE)
    assert client.get(path_of(link)).status_code == 404
