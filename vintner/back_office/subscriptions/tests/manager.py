"""Staff who look after subscriptions."""

import pytest
from django.test import Client
from django.urls import reverse

from vintner.customers.roles import MANAGER
from vintner.subscriptions.models import Subscription
from vintner.testing.staff import log_in_staff


@pytest.fixture
def manager() -> Client:
    return log_in_staff(MANAGER)


def find_page(subscription: Subscription) -> str:
    return reverse("admin:subscriptions_subscription_change", args=[subscription.pk])


def send_action(client: Client, subscription: Subscription, action: str, **fields: str) -> str:
    """Send an action's form and return the text of the page that it leads to."""
    response = client.post(reverse(f"admin:subscriptions_subscription_{action}", args=[subscription.pk]), fields)
    if response.status_code == 302:
        response = client.get(response["Location"])
    return response.content.decode()


def open_form(client: Client, subscription: Subscription, action: str) -> str:
    """Return the text of the page with an action's form."""
    return client.get(reverse(f"admin:subscriptions_subscription_{action}", args=[subscription.pk])).content.decode()
