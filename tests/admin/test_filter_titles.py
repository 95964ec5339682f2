"""The titles of filters in the admin are words of a merchant."""

import re

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse
from django.utils.timezone import now

from vintner.newsletter.models import NewsletterReader

pytestmark = pytest.mark.django_db
TITLE = re.compile(r"<h3[^>]*>([^<]+)</h3>")
READERS = "/admin/newsletter/newsletterreader/"


def titles(client: Client, address: str) -> list[str]:
    return [title.strip() for title in TITLE.findall(client.get(address).content.decode())]


@pytest.mark.sweep
def test_no_title_is_the_name_of_a_column(admin_client: Client) -> None:
    for model in admin.site._registry:
        if model._meta.app_label == "procrastinate":
            continue  # a list for programmers
        address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        assert not re.search(r">\s*By [a-z ]+<", admin_client.get(address).content.decode()), model
        for title in titles(admin_client, address):
            assert not re.search(r"(^| )[Aa]t$", title), f"{model}: {title}"


def test_the_filters_of_orders_and_readers(admin_client: Client) -> None:
    assert {"When it was placed", "Weather hold", "Refund"} <= set(titles(admin_client, "/admin/orders/order/"))
    assert {"Confirmed", "Unsubscribed"} <= set(titles(admin_client, READERS))


def test_what_has_happened_is_chosen_by_yes_and_no(admin_client: Client) -> None:
    for email, is_confirmed in (("nora@example.com", True), ("jane@example.com", False)):
        NewsletterReader.objects.create(email=email, consent="Send it.", confirmed_at=now() if is_confirmed else None)
    page = admin_client.get(READERS)
    confirmed = page.context["cl"].filter_specs[0]
    choices = {str(each["display"]): each["query_string"] for each in confirmed.choices(page.context["cl"])}
    assert list(choices) == ["All", "Yes", "No"]
    for answer, expected in (("Yes", "nora@example.com"), ("No", "jane@example.com")):
        listed = admin_client.get(f"{READERS}{choices[answer]}").context["cl"].result_list
        assert [each.email for each in listed] == [expected]
