"""Staff who look after subscriptions."""

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from vintner.customers.roles import MANAGER
from vintner.subscriptions.models import Subscription
from vintner.testing.builders import make_user


def log_in_staff(role: str) -> Client:
    user = make_user(is_staff=True)
    user.groups.add(Group.objects.get(name=role))
    client = Client()
    client.force_login(user)
    return client


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


def read_form(client: Client, subscription: Subscription, action: str) -> str:
    return client.get(reverse(f"admin:subscriptions_subscription_{action}", args=[subscription.pk])).content.decode()
