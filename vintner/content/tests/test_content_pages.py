"""Pages that the merchant writes: where they are, when they are seen, and which addresses they may not have."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.conf import settings
from django.core.cache import caches
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from vintner.content.addresses import list_taken
from vintner.content.models import Content
from vintner.notices.models import Policy
from vintner.web import answers, catalogue_version

PROPS = {"accept": "application/json"}
HOUR = timedelta(hours=1)


def write(slug: str = "delivery", **values: str | int | bool | datetime) -> Content:
    return Content.objects.create(
        **{"title": "Delivery", "slug": slug, "text": "We pack **soon**.", "published": True, **values}
    )


def footer(client: Client) -> dict[str, list[str]]:
    groups = client.get("/cart/", headers=PROPS).json()["shared"]["footer"]["groups"]
    return {group["title"]: [link["label"] for link in group["links"]] for group in groups}


@pytest.mark.django_db
def test_a_page_is_at_its_address(client: Client) -> None:
    page = write(description="How wine arrives.")
    assert page.get_absolute_url() == "/delivery/"
    props = client.get("/delivery/", headers=PROPS).json()
    assert (props["title"], props["html"]) == ("Delivery", "<p>We pack <strong>soon</strong>.</p>")
    document = client.get("/delivery/").content.decode()
    assert f'<link rel="canonical" href="{settings.STORE_URL}/delivery/">' in document
    assert '<meta name="description" content="How wine arrives.">' in document
    assert client.get("/delivery").headers["Location"] == "/delivery/"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("values", "status"),
    [
        ({}, 200),
        ({"published": False}, 404),
        ({"starts_at": timezone.now() - HOUR, "ends_at": timezone.now() + HOUR}, 200),
        ({"starts_at": timezone.now() + HOUR}, 404),
        ({"ends_at": timezone.now() - HOUR}, 404),
    ],
    ids=["shown", "draft", "within its time", "to come", "over"],
)
def test_a_page_is_seen_while_it_is_shown(client: Client, values: dict[str, Any], status: int) -> None:
    page = write(group=Content.Group.HELP, **values)
    is_seen = status == 200
    assert client.get("/delivery/").status_code == status
    assert page.is_shown(timezone.now()) == is_seen
    assert ("Delivery" in footer(client)["Help"]) == is_seen
    assert (f"{settings.STORE_URL}/delivery/" in client.get("/sitemap-contents.xml").content.decode()) == is_seen


@pytest.mark.django_db
def test_the_footer_has_the_pages_in_their_group_and_order(client: Client) -> None:
    assert footer(client) == {
        "Shop": ["All wines", "Cases", "New arrivals"],
        "Help": ["Contact", "Find your order", "Your account", "Your favorites"],
        "About": ["Producers", "Cookie settings"],
    }
    write("faq", title="Questions", group=Content.Group.HELP, position=2)
    write("delivery", title="Delivery", group=Content.Group.HELP, position=1)
    write("about", title="About us", group=Content.Group.ABOUT)
    write("secret", title="Not linked")
    Policy.objects.create(kind="privacy", text="We keep it.")
    Policy.objects.create(kind="terms", text="Buy.")
    found = footer(client)
    assert found["Help"][:2] == ["Delivery", "Questions"]
    assert found["About"] == ["About us", "Producers", "Terms and conditions", "Privacy policy", "Cookie settings"]
    assert "Not linked" not in str(found)


def test_the_stores_own_addresses_are_taken() -> None:
    assert {"shop", "cart", "admin", "terms", "static", "media", "my-account", "feed", "health"} <= list_taken()
    assert not {"delivery", "returns", "about", "faq"} & list_taken()


@pytest.mark.django_db
def test_a_taken_address_is_refused_at_its_field() -> None:
    with pytest.raises(ValidationError) as error:
        Content(title="Cart", slug="cart", text="x").full_clean()
    assert error.value.message_dict == {"slug": ["The store itself uses the address /cart/. Choose another one."]}


@pytest.mark.django_db
def test_a_page_ends_after_it_begins() -> None:
    now = timezone.now()
    with pytest.raises(ValidationError) as error:
        Content(title="X", slug="x", text="x", starts_at=now, ends_at=now - HOUR).full_clean()
    assert list(error.value.message_dict) == ["ends_at"]


@pytest.mark.django_db
def test_the_catalogue_version_ends_when_a_page_appears_or_disappears() -> None:
    now = timezone.now()
    page = write(starts_at=now + HOUR, ends_at=now + 2 * HOUR)
    for moment in (page.starts_at, page.ends_at):
        with connection.cursor() as cursor:
            cursor.execute("SELECT storefront_next_change(%s, 'UTC')", [now])
            assert cursor.fetchone() == (moment,)
        assert moment is not None
        now = moment


@pytest.fixture
def _fresh() -> Iterator[None]:
    caches["pages"].clear()
    with (
        patch.object(catalogue_version, "CHECK_SECONDS", 0.0),
        patch.object(answers, "render_page", return_value="<main>"),
    ):
        yield


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_fresh")
def test_a_page_is_kept_until_it_changes(client: Client, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    page = write()
    client.get("/")  # reads what surrounds every page
    with django_assert_num_queries(4):  # the version's number, for the mode, the page and what surrounds it; the text
        assert b"We pack" in client.get("/delivery/").content
    with django_assert_num_queries(2):
        client.get("/delivery/")
    page.text = "We pack later."
    page.save()
    assert b"We pack later." in client.get("/delivery/").content
    page.delete()
    assert client.get("/delivery/").status_code == 404
