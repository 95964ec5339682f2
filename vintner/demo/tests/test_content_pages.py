"""The pages of the demo store promise what its other texts promise, and lead somewhere."""

import re

import pytest
from django.test import Client

from vintner.content.markdown import render_markdown
from vintner.content.models import Content
from vintner.demo.content_pages import PAGES
from vintner.notices.models import Policy

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("world"), pytest.mark.sweep]
LINK = re.compile(r'href="(/[^"]*)"')


def test_every_page_is_seen_and_its_links_lead_somewhere(client: Client) -> None:
    for page in PAGES:
        assert client.get(f"/{page.slug}/").status_code == 200
        for address in LINK.findall(render_markdown(Content.objects.get(slug=page.slug).text)):
            assert client.get(address).status_code == 200, f"{page.slug}: {address}"


def test_they_promise_what_the_terms_promise() -> None:
    terms = Policy.objects.get(kind="terms").text
    returns = Content.objects.get(slug="returns").text
    for promise in ("within 60 days", "within 30 days", "keep the rest of the wine"):
        assert promise in " ".join(terms.split())
        assert promise in returns
    for text in (terms, Content.objects.get(slug="delivery").text):
        assert "within two working days" in text


def test_the_delivery_page_has_the_costs_of_the_delivery_methods() -> None:
    """`test_world.py` holds the methods themselves."""
    text = Content.objects.get(slug="delivery").text
    assert "$10, free from $100" in text
    assert "| Canada | Delivered to your door | $20 |" in text
