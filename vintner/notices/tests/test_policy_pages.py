"""The pages of the texts that a purchase rests on."""

import pytest
from django.conf import settings
from django.test import Client

from vintner.notices.models import Policy

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("kind", "path", "title"),
    [("terms", "/terms/", "Terms and conditions"), ("privacy", "/privacy/", "Privacy policy")],
)
def test_a_policy_has_a_page(client: Client, kind: str, path: str, title: str) -> None:
    policy = Policy.objects.create(kind=kind, text="One.\n\nTwo.")
    assert policy.get_absolute_url() == path
    page = client.get(path, headers={"Accept": "application/json"}).json()
    assert (page["title"], page["paragraphs"]) == (title, ["One.", "Two."])
    assert f'<link rel="canonical" href="{settings.STORE_URL}{path}">' in client.get(path).content.decode()


@pytest.mark.parametrize("text", ["", None], ids=["an empty text", "no text"])
def test_without_a_text_there_is_no_page(client: Client, text: str | None) -> None:
    if text is not None:
        Policy.objects.create(kind="terms", text=text)
    assert client.get("/terms/").status_code == 404
