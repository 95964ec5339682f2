"""Changes a customer in the admin."""

from django.test import Client
from django.urls import reverse

from vintner.customers.models import User
from vintner.testing.html_forms import read_form


def change_user(client: Client, user: User, **fields: str) -> int:
    url = reverse("admin:customers_user_change", args=[user.pk])
    opened = client.get(url)
    form = read_form(opened.content.decode(), "user_form") if opened.status_code == 200 else {}
    return client.post(url, {**form, "email": user.email, "is_active": "on", **fields}).status_code
