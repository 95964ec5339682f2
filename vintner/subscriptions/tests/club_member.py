"""A subscriber with a browser, who looks after her subscriptions in the account and by the links of e-mails."""

import json
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, cast

from django.conf import settings
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from vintner.catalogue.models import Plan
from vintner.customers.models import User
from vintner.payments.models import CardSetup, SavedMethod
from vintner.subscriptions.changes import methods
from vintner.subscriptions.models import Box, Subscription, SubscriptionEvent
from vintner.subscriptions.rules import OPEN_BOXES
from vintner.testing.builders import make_box_wine
from vintner.testing.sandbox import VISA, Sandbox
from vintner.testing.shopper import Shopper

JSON = {"Accept": "application/json"}
ACCOUNT = {"createaccount": "1", "account_password": "violet tractor seven moons"}
LIST = "/my-source/subscriptions/"
ALL = {"update_all_subscriptions_payment_method": "1"}


@dataclass
class ClubMember:
    """A customer with `count` subscriptions of one order, all charged to one card."""

    sandbox: Sandbox
    plan: Plan | None = None
    count: int = 1
    email: str = "jane@example.com"
    shopper: Shopper = field(default_factory=Shopper)

    def __post_init__(self) -> None:
        for _ in range(self.count):
            self.shopper.puts(make_box_wine(self.plan, price="60.00"))
        answer = self.shopper.pays(self.sandbox.card(VISA), billing_email=self.email, **ACCOUNT)
        assert answer.result == "success", answer

    @property
    def client(self) -> Client:
        return self.shopper.client

    @property
    def user(self) -> User:
        return User.objects.get(email=self.email)

    @property
    def subscriptions(self) -> list[Subscription]:
        return list(Subscription.objects.filter(user__email=self.email).order_by("pk"))

    @property
    def subscription(self) -> Subscription:
        return self.subscriptions[0]

    @property
    def box(self) -> Box:
        """The open box of the first subscription."""
        return self.subscription.boxes.get(state__in=[each.value for each in OPEN_BOXES])

    def page(self, path: str = "") -> dict[str, Any]:
        """The props of a page, by default that of the first subscription."""
        response = self.client.get(path or self.path(), headers=JSON)
        assert response.status_code == 200, response.content
        return cast("dict[str, Any]", response.json())

    def path(self, action: str = "") -> str:
        return f"/my-source/view-subscription/{self.subscription.pk}/{action}"

    def actions(self) -> dict[str, str]:
        return cast("dict[str, str]", self.page()["actions"])

    def does(self, action: str, **fields: str) -> list[str]:
        """Press a button of the page; return what is said after it."""
        posted = {"csrfmiddlewaretoken": self.token(), **fields}
        response = cast("HttpResponse", self.client.post(self.path(f"{action}/"), posted))
        assert response.status_code == 302, response.content
        return self.said(response["Location"])

    def refused(self, action: str, **fields: str) -> dict[str, Any]:
        """Send a form that is refused; return the page that says so."""
        posted = {"csrfmiddlewaretoken": self.token(), **fields}
        response = self.client.post(self.path(f"{action}/"), posted, headers=JSON)
        assert response.status_code == 422, response.content
        return cast("dict[str, Any]", response.json())

    def said(self, path: str) -> list[str]:
        """The notices of a page."""
        page = self.client.get(path, headers=JSON).json()
        return [str(notice["text"]) for notice in page["shared"]["notices"]]

    def token(self) -> str:
        return str(self.client.get(LIST, headers=JSON).json()["csrf_token"])

    def events(self, number: int = 0) -> list[str]:
        """What the history of a subscription says, the newest last."""
        found = SubscriptionEvent.objects.filter(subscription=number or self.subscription.pk)
        return [each.text for each in found.order_by("pk")]

    def change_page(self) -> dict[str, Any]:
        return self.page(methods.change_url(self.subscription))

    def changes(self, **fields: str) -> dict[str, Any]:
        """Send the form of another method as the page's script does; return the store's answer."""
        url = methods.change_url(self.subscription)
        posted = {"csrfmiddlewaretoken": self.token(), "payment_method": "stripe", **fields}
        response = cast("HttpResponse", self.client.post(url, posted, headers=JSON))
        assert response.status_code == 200, response.content
        return cast("dict[str, Any]", json.loads(response.content))

    def changes_to_card(self, card: str, **fields: str) -> dict[str, Any]:
        """Send the form with a new card."""
        return self.changes(**{"wc-stripe-payment-method": card, **fields})

    def confirms(self, intent_id: str, **fields: str) -> dict[str, Any]:
        """Tell the store that the bank was answered."""
        asked = {"order_id": str(self.subscription.pk), "intent_id": intent_id, "payment_method_id": ""}
        return self.shopper.call(
            "wc_stripe_confirm_change_payment", **{**asked, "_ajax_nonce": fields.pop("token", self.token()), **fields}
        )

    def saves(self, card: str) -> SavedMethod:
        """Save another card in the account."""
        posted = {
            "action": "wc_stripe_create_and_confirm_setup_intent",
            "wc-stripe-payment-method": card,
            "wc-stripe-payment-type": "card",
            "_ajax_nonce": self.token(),
        }
        assert self.client.post("/wp-admin/admin-ajax.php", posted).json()["success"]
        self.waits()
        return SavedMethod.objects.get(method_id=card)

    def waits(self) -> None:
        """Let so much time pass that another method may be added."""
        for setup in CardSetup.objects.filter(user=self.user).exclude(closed_at=None):
            CardSetup.objects.filter(pk=setup.pk).update(closed_at=timezone.now() - timedelta(minutes=1))

    def methods(self) -> set[str]:
        """What the living subscriptions are charged to."""
        return {str(each.method) for each in self.subscriptions}


def local(url: str) -> str:
    """Return the path of a link in an e-mail."""
    return url.removeprefix(settings.STORE_URL)
