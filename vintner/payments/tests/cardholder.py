"""A customer who is logged in and looks after their saved cards."""

import json
from dataclasses import dataclass, field
from datetime import timedelta
from typing import cast

from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from vintner.customers.models import User
from vintner.payments.models import CardSetup
from vintner.testing.builders import make_user

ADD, LIST = "/my-source/add-payment-method/", "/my-source/payment-methods/"
JSON = {"Accept": "application/json"}


@dataclass(frozen=True)
class ProviderAnswer:
    """What a call answered: `data` of a success, `problem` of a failure."""

    data: dict[str, object]
    problem: str = ""

    @property
    def intent_id(self) -> str:
        return str(self.data["id"])


@dataclass
class Cardholder:
    email: str = "ana@example.com"
    client: Client = field(default_factory=lambda: Client(enforce_csrf_checks=True))

    def __post_init__(self) -> None:
        self.user = User.objects.filter(email=self.email).first() or make_user(email=self.email)
        self.client.force_login(self.user)

    def token(self) -> str:
        return str(self.client.get(ADD, headers=JSON).json()["csrf_token"])

    def adds(self, card: str, **fields: str) -> ProviderAnswer:
        """Have a card kept, as the page's script does."""
        posted = {
            "action": "wc_stripe_create_and_confirm_setup_intent",
            "wc-stripe-payment-method": card,
            "wc-stripe-payment-type": "card",
            "_ajax_nonce": fields.pop("token", None) or self.token(),
            **fields,
        }
        return _read(self.client.post("/wp-admin/admin-ajax.php", posted))

    def opens(self, **fields: str) -> ProviderAnswer:
        """Open a setup intent for a card that the browser will bring."""
        posted = {"payment_method_type": "card", "_ajax_nonce": fields.pop("token", None) or self.token(), **fields}
        return _read(self.client.post("/?wc-ajax=wc_stripe_init_setup_intent", posted))

    def finishes(self, intent_id: str) -> tuple[str, list[str]]:
        """Send the form as it is sent at the end; return where it leads and what is said there."""
        posted = {"csrfmiddlewaretoken": self.token(), "wc-stripe-setup-intent": intent_id}
        return self._led(self.client.post(ADD, posted))

    def comes_back(self, intent_id: str) -> tuple[str, list[str]]:
        """Come back from a bank that asked on a page of its own."""
        query = {"setup_intent": intent_id, "setup_intent_client_secret": "x", "redirect_status": "succeeded"}
        return self._led(self.client.get(LIST, query))

    def does(self, deed: str, number: int) -> list[str]:
        """Press a button of the list: 'set-default' or 'delete'."""
        posted = {"csrfmiddlewaretoken": self.token()}
        return self._led(self.client.post(f"/my-source/{deed}-payment-method/{number}/", posted))[1]

    def cards(self) -> list[dict[str, object]]:
        page = self.client.get(LIST, headers=JSON).json()
        return cast("list[dict[str, object]]", page["cards"])

    def waits(self) -> None:
        """Let so much time pass that another card may be added."""
        for setup in CardSetup.objects.filter(user=self.user).exclude(closed_at=None):
            CardSetup.objects.filter(pk=setup.pk).update(closed_at=timezone.now() - timedelta(minutes=1))

    def _led(self, response: object) -> tuple[str, list[str]]:
        answer = cast("HttpResponse", response)
        assert answer.status_code == 302, answer.content
        place = answer["Location"]
        page = self.client.get(place, headers=JSON).json()
        return place, [str(notice["text"]) for notice in page["shared"]["notices"]]


def _read(response: object) -> ProviderAnswer:
    answer = cast("HttpResponse", response)
    assert answer.status_code == 200, answer.content
    assert "no-store" in answer["Cache-Control"]
    body = json.loads(answer.content)
    if body["success"]:
        return ProviderAnswer(body["data"])
    assert set(body) == {"success", "data"}
    assert set(body["data"]) == {"error"}
    return ProviderAnswer({}, body["data"]["error"]["message"])
