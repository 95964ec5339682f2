"""The sandbox provider as a program of its own, reached over HTTP like the real one."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Literal

import httpx
from django.conf import settings

from sandbox_pay.testing import SandboxProcess
from vintner.payments.wallets.rules import METHOD_TYPES, Wallet

VISA = "4242424242424242"
DECLINED = "4000000000000002"
BROKE = "4000000000009995"
THREE_D_SECURE = "4000002760003184"
PREPAID_CARD = "5105105105105100"
CVC = "917"

Fault = Literal["timeout_before", "timeout_after_charge", "500_before", "500_after", "429"]


@dataclass(frozen=True)
class Sandbox:
    """A running provider and its switches."""

    url: str

    def card(self, number: str = VISA) -> str:
        """Make a card as the provider's own frame in the browser does; return its name."""
        fields = {
            "type": "card",
            "card[number]": number,
            "card[exp_month]": "12",
            "card[exp_year]": "2040",
            "card[cvc]": CVC,
            "key": settings.STRIPE_PUBLISHABLE_KEY,
        }
        return str(self._post("/v1/payment_methods", data=fields)["id"])

    def method(self, kind: str, billing: Mapping[str, str], **fields: str) -> str:
        """Make a method of another type as the provider's own frame does; return its name."""
        return str(self._post("/v1/payment_methods", data={**_entered(kind, billing, fields), **_by_browser()})["id"])

    def token(self, kind: str, billing: Mapping[str, str], *, keep: bool = False, **fields: str) -> str:
        """Collect a method for one confirmation as the provider's own frame does; return the token's name."""
        entered = _entered(kind, billing, fields).items()
        data = {f"payment_method_data{_nested(name)}": value for name, value in entered}
        usage = {"setup_future_usage": "off_session"} if keep else {}
        return str(self._post("/v1/confirmation_tokens", data={**data, **usage, **_by_browser()})["id"])

    def wallet_token(self, amount: int, number: str = VISA, wallet: str = "google_pay", currency: str = "usd") -> str:
        """Collect what a wallet pays with for one confirmation as the provider's sheet does, which showed this amount
        in cents; return the token's name. The number is that of a card in the wallet.
        """
        kind = METHOD_TYPES[Wallet(wallet)]
        card = {"number": number, "exp_month": "12", "exp_year": "2040", "cvc": CVC} if kind == "card" else {}
        billing = {"name": "Jane Doe", "email": "jane@example.com", "address[country]": "US"}
        entered = _entered(kind, billing, card).items()
        data = {f"payment_method_data{_nested(name)}": value for name, value in entered}
        shown = {"express_wallet": wallet, "express_amount": str(amount), "express_currency": currency}
        return str(self._post("/v1/confirmation_tokens", data={**data, **shown, **_by_browser()})["id"])

    def confirm(self, client_secret: str, method_id: str = "") -> str:
        """Confirm an intent as the provider's script in the browser does; return its status."""
        intent_id = client_secret.partition("_secret_")[0]
        method = {"payment_method": method_id} if method_id else {}
        fields = {"client_secret": client_secret, "return_url": "http://testserver/", **method, **_by_browser()}
        return str(self._post(f"/v1/payment_intents/{intent_id}/confirm", data=fields)["status"])

    def end(self, intent_id: str, ending: str) -> str:
        """End a payment or a setup by another type than a card: succeed, decline, cancel, expire; return its status."""
        what = "setup_intent" if intent_id.startswith("seti_") else "payment_intent"
        return str(self._post("/_sandbox/payments/end", json={what: intent_id, "ending": ending})["status"])

    def move_account(self, country: str) -> None:
        """Let the store's account be in this country, until a reset."""
        self._post("/_sandbox/account", json={"country": country})

    def advance(self, seconds: int) -> None:
        """Move the provider's clock; payments whose time is over end."""
        self._post("/_sandbox/clock/advance", json={"seconds": seconds})

    def charges(self, order_id: int) -> int:
        """Return how often the provider really took money for an order."""
        with self._client() as client:
            ledger = client.get("/_sandbox/ledger", params={"order_id": str(order_id)}).json()
        return int(ledger["captured_count"])

    def ledger(self) -> dict[str, dict[str, int]]:
        """Return the provider's books: order id → captured_count, captured, refunded."""
        with self._client() as client:
            return dict(client.get("/_sandbox/ledger").json()["orders"])

    def refunded(self, order_id: int) -> int:
        """Return how many cents the provider really gave back for an order."""
        with self._client() as client:
            ledger = client.get("/_sandbox/ledger", params={"order_id": str(order_id)}).json()
        return int(ledger["refunded"])

    def refund(self, intent_id: str, amount: int) -> None:
        """Give money back as somebody does at the provider's own pages."""
        form = {"payment_intent": intent_id, "amount": str(amount)}
        with self._client() as client:
            response = client.post("/v1/refunds", data=form, auth=(settings.STRIPE_SECRET_KEY, ""))
        assert response.is_success, response.text

    def capture(self, intent_id: str) -> None:
        """Take what is set aside as somebody does at the provider's own pages."""
        with self._client() as client:
            response = client.post(f"/v1/payment_intents/{intent_id}/capture", auth=(settings.STRIPE_SECRET_KEY, ""))
        assert response.is_success, response.text

    def fault(self, fault: Fault, operation: str = "payment_intents.create", times: int = 1) -> None:
        self._post("/_sandbox/faults", json={"operation": operation, "fault": fault, "times": times})

    def refuse(
        self, operation: str, code: str, *, status: int = 402, kind: str = "card_error", param: str = ""
    ) -> None:
        """Let the next request of an operation be refused with a code, also one that no test card brings."""
        error = {"status": status, "type": kind, "code": code, "param": param}
        self._post("/_sandbox/refusals", json={"operation": operation, **error})

    def refused_card(self, **fields: str) -> dict[str, str]:
        """Enter a card that cannot be into the provider's own frame; return the error that its script is given."""
        good = {"number": VISA, "exp_month": "12", "exp_year": "2040", "cvc": CVC}
        entered = {f"card[{name}]": value for name, value in {**good, **fields}.items()}
        return self._refused({"type": "card", **entered})

    def refused_method(self, kind: str, billing: Mapping[str, str], **fields: str) -> dict[str, str]:
        """Do the same with a method of another type."""
        return self._refused(_entered(kind, billing, fields))

    def answer(self, intent_id: str, result: Literal["complete", "fail"] = "complete") -> None:
        """Answer the bank's question in the shopper's place."""
        self._post("/_sandbox/challenge", json={"payment_intent": intent_id, "result": result})

    def answer_setup(self, intent_id: str, result: Literal["complete", "fail"] = "complete") -> None:
        """Answer the bank's question about a card that is to be kept, in the shopper's place."""
        self._post("/_sandbox/challenge", json={"setup_intent": intent_id, "result": result})

    def confirm_setup(self, client_secret: str, method_id: str, return_url: str = "") -> bool:
        """Confirm an open setup intent as the provider's script in the browser does; say whether it was taken."""
        intent_id = client_secret.partition("_secret_")[0]
        fields = {"client_secret": client_secret, "payment_method": method_id, "key": settings.STRIPE_PUBLISHABLE_KEY}
        if return_url:
            fields |= {"return_url": return_url, **_CONSENT}
        with self._client() as client:
            return client.post(f"/v1/setup_intents/{intent_id}/confirm", data=fields).is_success

    def renew(self, method_id: str, year: int, number: str | None = None) -> None:
        """Have the bank give a card another date, and another number if one is given."""
        renewal = {"payment_method": method_id, "exp_month": 1, "exp_year": year, "number": number}
        self._post("/_sandbox/cards/renew", json={name: value for name, value in renewal.items() if value is not None})

    def events(self) -> list[dict[str, object]]:
        """Return what the provider has told or would tell of, the oldest first."""
        return self._listed("/v1/events")[::-1]

    def setups(self) -> list[dict[str, object]]:
        """Return all setup intents that were ever made, the newest first."""
        return self._listed("/v1/setup_intents")

    def payments(self) -> list[dict[str, object]]:
        """Return all payment intents that were ever made, the newest first."""
        return self._listed("/v1/payment_intents")

    def cards_of(self, customer_id: str) -> list[str]:
        """Return the names of all cards that the provider keeps for a customer."""
        return [str(card["id"]) for card in self._listed(f"/v1/customers/{customer_id}/payment_methods")]

    def open_customer(self, email: str) -> str:
        """Create a customer as the store does; return its name."""
        with self._client() as client:
            made = client.post("/v1/customers", data={"email": email}, auth=(settings.STRIPE_SECRET_KEY, ""))
        assert made.is_success, made.text
        return str(made.json()["id"])

    def attach(self, method_id: str, customer_id: str) -> None:
        """Give a card to a customer as somebody does at the provider's own pages."""
        path = f"/v1/payment_methods/{method_id}/attach"
        with self._client() as client:
            response = client.post(path, data={"customer": customer_id}, auth=(settings.STRIPE_SECRET_KEY, ""))
        assert response.is_success, response.text

    def doubt(self, what: str, **of: str | bool) -> str:
        """Bring a payment into doubt or settle it: disputes/open, disputes/close, reviews/…, refunds/fail."""
        return str(next(iter(self._post(f"/_sandbox/{what}", json=of).values())))

    def turn(self, method_id: str, number: str) -> None:
        """Let a card do from now on what the test card with this number does."""
        self._post("/_sandbox/cards/turn", json={"payment_method": method_id, "number": number})

    def owner(self, method_id: str) -> str | None:
        """Return the customer whom a card belongs to at the provider."""
        with self._client() as client:
            found = client.get(f"/v1/payment_methods/{method_id}", auth=(settings.STRIPE_SECRET_KEY, "")).json()
        return str(found["customer"]) if found["customer"] else None

    def customers(self) -> list[dict[str, object]]:
        """Return all customers that the provider knows."""
        with self._client() as client:
            return list(client.get("/v1/customers", auth=(settings.STRIPE_SECRET_KEY, "")).json()["data"])

    def forget(self, path: str) -> None:
        """Do what staff may do at the provider's own pages: detach a card, or delete a customer."""
        with self._client() as client:
            method = "POST" if path.endswith("/detach") else "DELETE"
            response = client.request(method, f"/v1/{path}", auth=(settings.STRIPE_SECRET_KEY, ""))
        assert response.is_success, response.text

    def send_webhooks_to(self, url: str) -> None:
        self._post("/_sandbox/webhooks/endpoint", json={"url": url})

    def mischief(self, **kinds: int | bool) -> None:
        """Lose, repeat, shuffle or spoil webhooks: drop, duplicate, shuffle, bad_signature, stale_timestamp."""
        self._post("/_sandbox/webhooks/chaos", json=kinds)

    def all_delivered(self, seconds: float = 15) -> bool:
        """Wait until every webhook was taken or given up for now; say whether that came to be in time."""
        end, pause = monotonic() + seconds, Event()
        with self._client() as client:
            while monotonic() < end:
                deliveries = client.get("/_sandbox/webhooks/deliveries").json()["data"]
                if deliveries and all(delivery["attempts"] for delivery in deliveries):
                    return True
                pause.wait(0.05)
        return False

    def reset(self) -> None:
        self._post("/_sandbox/reset")

    def _refused(self, entered: Mapping[str, str]) -> dict[str, str]:
        with self._client() as client:
            response = client.post("/v1/payment_methods", data={**entered, **_by_browser()})
        assert not response.is_success, response.text
        return dict(response.json()["error"])

    def _listed(self, path: str) -> list[dict[str, object]]:
        with self._client() as client:
            response = client.get(path, params={"limit": "100"}, auth=(settings.STRIPE_SECRET_KEY, ""))
        assert response.is_success, response.text
        return list(response.json()["data"])

    def _post(self, path: str, *, data: Mapping[str, str] | None = None, json: object = None) -> dict[str, object]:
        with self._client() as client:
            response = client.post(path, data=data, json=json)
        assert response.is_success, response.text
        return dict(response.json())

    def _client(self) -> httpx.Client:
        # By plain HTTP: to read all certificates of the world for each call takes longer than the call.
        return httpx.Client(base_url=self.url, timeout=20, verify=False)  # noqa: S501


def _entered(kind: str, billing: Mapping[str, str], fields: Mapping[str, str]) -> dict[str, str]:
    """Return a method's form fields: billing by 'name' or 'address[city]', `fields` are its type's own."""
    details = {f"billing_details{_nested(name)}": value for name, value in billing.items()}
    return {"type": kind, **{f"{kind}[{name}]": value for name, value in fields.items()}, **details}


def _nested(name: str) -> str:
    """Return a form field's name as part of another: 'address[city]' becomes '[address][city]'."""
    outer, bracket, rest = name.partition("[")
    return f"[{outer}]{bracket}{rest}"


_CONSENT: Mapping[str, str] = {
    "mandate_data[customer_acceptance][type]": "online",
    "mandate_data[customer_acceptance][online][infer_from_client]": "true",
}


def _by_browser() -> dict[str, str]:
    return {"key": settings.STRIPE_PUBLISHABLE_KEY}


@contextmanager
def running(folder: Path) -> Iterator[Sandbox]:
    """Run the provider with a database of its own in this folder."""
    with SandboxProcess(folder, hang_seconds=6) as program:
        yield Sandbox(program.base_url)
