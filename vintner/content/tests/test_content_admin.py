"""Staff writes content pages: drafts with a preview, an address that is filled in from the title, a history."""

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from vintner.content.models import Content
from vintner.customers.models import User
from vintner.customers.roles import EDITOR, VIEWER
from vintner.testing.html_forms import read_form

pytestmark = pytest.mark.django_db
PROPS = {"accept": "application/json"}
ADD = "/admin/content/content/add/"


@pytest.fixture
def editor(client: Client) -> Client:
    return log_in(client, EDITOR)


def log_in(client: Client, role: str) -> Client:
    user = User.objects.create_user(email="staff@example.com", password="long-and-winding-26", is_staff=True)
    user.groups.add(Group.objects.get(name=role))
    client.force_login(user)
    return client


def test_an_editor_writes_a_draft_looks_at_it_and_publishes_it(editor: Client) -> None:
    form = read_form(editor.get(ADD).content.decode(), "content_form")
    answer = editor.post(ADD, form | {"title": "Delivery", "slug": "delivery", "text": "## Cost\n\nTen dollars."})
    page = Content.objects.get()
    assert answer.status_code == 302
    assert editor.get("/delivery/").status_code == 404
    change = reverse("admin:content_content_change", args=[page.pk])
    preview = reverse("content_preview", args=[page.pk])
    text = editor.get(change).content.decode()
    assert f'href="{preview}"' in text
    seen = editor.get(preview)
    assert editor.get(preview, headers=PROPS).json()["html"] == "<h2>Cost</h2>\n<p>Ten dollars.</p>"
    assert "Visitors do not see it now." in seen.content.decode()
    assert '<meta name="robots" content="noindex">' in seen.content.decode()
    assert "no-store" in seen["Cache-Control"]
    answer = editor.post(change, read_form(text, "content_form") | {"published": "on"})
    assert answer.status_code == 302
    assert editor.get("/delivery/").status_code == 200
    assert "Visitors do not see it now." not in editor.get(preview).content.decode()
    history = editor.get(reverse("admin:content_content_history", args=[page.pk])).content.decode()
    assert "Shown: no → yes" in history


def test_a_taken_address_is_refused_beside_its_field(editor: Client) -> None:
    form = read_form(editor.get(ADD).content.decode(), "content_form")
    answer = editor.post(ADD, form | {"title": "Cart", "slug": "cart", "text": "x"})
    assert answer.status_code == 200
    assert "The store itself uses the address /cart/. Choose another one." in answer.content.decode()
    assert not Content.objects.exists()


def test_who_may_only_read_sees_previews_and_changes_nothing(client: Client) -> None:
    viewer = log_in(client, VIEWER)
    page = Content.objects.create(title="Delivery", slug="delivery", text="Soon.")
    preview = reverse("content_preview", args=[page.pk])
    assert viewer.get(preview).status_code == 200
    assert viewer.get(ADD).status_code == 403
    User.objects.update(is_staff=False)
    assert client.get(preview).status_code == 302
