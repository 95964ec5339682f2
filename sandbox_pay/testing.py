"""A sandbox provider of one's own for tests: a real server, thrown away afterwards."""

import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Self

import httpx
from pydantic import BaseModel

from sandbox_pay import PUBLISHABLE_KEY, SECRET_KEY, WEBHOOK_SECRET
from tests.ports import hold_port

ROOT = Path(__file__).resolve().parent.parent
START_TIMEOUT = 60.0
"""Seconds a loaded machine may take to start the server."""
STOP_TIMEOUT = 30.0
"""Seconds it may take to end."""


class LedgerCharge(BaseModel):
    id: str
    payment_intent: str
    amount: int
    currency: str
    captured: int
    refunded: int
    succeeded: bool
    failure_code: str | None
    created: int


class OrderLedger(BaseModel):
    """The charges of one order, in minor units. `captured_count` above 1 is a double charge."""

    order_id: str
    captured_count: int
    captured: int
    refunded: int
    failed_count: int
    charges: list[LedgerCharge]


class SentEvent(BaseModel):
    id: str
    event: str
    attempts: int
    delivered: bool
    done: bool
    due_at: int
    last_answer: str


class SandboxProcess:
    """A provider in a process of its own. Use it as a context manager, or call `start` and `stop`."""

    secret_key = SECRET_KEY
    publishable_key = PUBLISHABLE_KEY
    webhook_secret = WEBHOOK_SECRET

    def __init__(
        self,
        folder: Path,
        *,
        store_origins: tuple[str, ...] = (),
        webhook_url: str | None = None,
        browser_files: Path | None = None,
        hang_seconds: int = 20,
        answer_ms: str = "0",
    ) -> None:
        self.folder = folder
        self._environment = {
            "SANDBOX_DB": str(folder / "sandbox_pay.sqlite3"),
            **({"SANDBOX_STORE_ORIGINS": ",".join(store_origins)} if store_origins else {}),
            "SANDBOX_HANG_SECONDS": str(hang_seconds),
            "SANDBOX_ANSWER_MS": answer_ms,
        }
        if webhook_url:
            self._environment["SANDBOX_WEBHOOK_URL"] = webhook_url
        if browser_files:
            self._environment["SANDBOX_STATIC"] = str(browser_files)
        self.port = hold_port()
        self.base_url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None
        self._http = httpx.Client(base_url=self.base_url, trust_env=False, timeout=20)

    def start(self) -> Self:
        """Start the server and wait until it answers."""
        with (self.folder / "sandbox_pay.log").open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "sandbox_pay"],
                cwd=ROOT,
                env={**os.environ, **self._environment, "SANDBOX_PORT": str(self.port)},
                stdout=log,
                stderr=log,
            )
        deadline = time.monotonic() + START_TIMEOUT
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                self.stop()
                raise RuntimeError(f"The sandbox provider did not start:\n{self.log()}")
            time.sleep(0.02)
        return self

    def _answers(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def stop(self) -> int:
        """End the server as Ctrl-C would, and return its exit code: not 0 where it did not end and was killed."""
        if self._process is None:
            return 0
        process, self._process = self._process, None
        process.terminate()
        try:
            return process.wait(STOP_TIMEOUT)
        except subprocess.TimeoutExpired:
            process.kill()
            return process.wait()

    def kill(self) -> None:
        """End the server as a power cut would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def close(self) -> None:
        self.stop()
        self._http.close()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def log(self) -> str:
        """Return what the server wrote."""
        path = self.folder / "sandbox_pay.log"
        return path.read_text(errors="replace") if path.exists() else ""

    def reset(self) -> None:
        """Forget all payments, events, faults and the skipped time; endpoints stay."""
        self._post("reset", {})

    def ledger(self, order_id: str | int) -> OrderLedger:
        """Return what was charged for the order that the payments' metadata names."""
        answer = self._http.get("/_sandbox/ledger", params={"order_id": str(order_id)})
        return OrderLedger.model_validate_json(answer.raise_for_status().content)

    def advance(self, seconds: int) -> None:
        """Move the sandbox's clock forward."""
        self._post("clock/advance", {"seconds": seconds})

    def move_account(self, country: str) -> None:
        """Let the store's account be in this country (until a reset): it decides which types it may take."""
        self._post("account", {"country": country})

    def set_express(self, **switches: object) -> None:
        """Set the express checkout element's switches (`payments/express.py`); pages loaded from now on follow them."""
        self._http.post("/_sandbox/express", json=switches).raise_for_status()

    def end_payment(self, intent: str, ending: str) -> str:
        """End what waits for a method other than a card (succeed, decline, cancel, expire); return the status."""
        answer = self._post("payments/end", {_kind(intent): intent, "ending": ending})
        return str(answer.json()["status"])

    def plan_fault(self, operation: str, fault: str, times: int = 1) -> None:
        """Let the next requests of an operation (`payment_intents.create`, or `*`) meet a fault."""
        self._post("faults", {"operation": operation, "fault": fault, "times": times})

    def plan_refusal(self, operation: str, **error: str | int) -> None:
        """Let the next request of an operation be refused: status, type, code, decline_code, param."""
        self._post("refusals", {"operation": operation, **error})

    def faults_left(self) -> int:
        """Return how many requests are still to meet a fault."""
        return int(self._http.get("/_sandbox/faults").raise_for_status().json()["left"])

    def chaos(self, **switches: bool | int) -> None:
        """Set the faults of deliveries: drop, duplicate, bad_signature, stale_timestamp, shuffle, early, delay."""
        self._post("webhooks/chaos", dict(switches))

    def send_events_to(self, url: str, secret: str = WEBHOOK_SECRET) -> None:
        self._post("webhooks/endpoint", {"url": url, "secret": secret})

    def resend(self, event_id: str) -> None:
        self._post("webhooks/resend", {"event": event_id})

    def deliveries(self) -> list[SentEvent]:
        """Return the latest deliveries, newest first."""
        answer = self._http.get("/_sandbox/webhooks/deliveries").raise_for_status()
        return [SentEvent.model_validate(item) for item in answer.json()["data"]]

    def answer_challenge(self, intent: str, *, complete: bool = True) -> str:
        """Answer an open 3-D Secure question, of a payment or a setup, and return the intent's status."""
        result = "complete" if complete else "fail"
        answer = self._post("challenge", {_kind(intent): intent, "result": result})
        return str(answer.json()["status"])

    def new_card(self, number: str, *, postal_code: str | None = None) -> str:
        """Take a card as the payment element's frame does, and return the payment method's id."""
        address = {"billing_details[address][postal_code]": postal_code} if postal_code else {}
        return str(self._from_browser("payment_methods", _card_fields(number) | address)["id"])

    def new_token(self, number: str, **more: str) -> str:
        """Take a card as the payment element's frame does, and return a confirmation token's id."""
        fields = _within("payment_method_data", _card_fields(number))
        return str(self._from_browser("confirmation_tokens", fields | more)["id"])

    def renew_card(self, method: str, exp_month: int, exp_year: int, number: str | None = None) -> None:
        """Let a bank replace a saved card: the network tells the new date, and the new number if there is one."""
        body: dict[str, str | int | bool] = {"payment_method": method, "exp_month": exp_month, "exp_year": exp_year}
        self._post("cards/renew", body | ({"number": number} if number else {}))

    def turn_card(self, method: str, number: str) -> None:
        """Let a card do from now on what the test card with this number does."""
        self._post("cards/turn", {"payment_method": method, "number": number})

    def doubt(self, what: str, **of: str | bool) -> dict[str, object]:
        """Bring a payment into doubt, or settle it, by one of the switches of `case_controls.py`."""
        return dict(self._post(what, dict(of)).json())

    def _from_browser(self, path: str, fields: dict[str, str]) -> dict[str, object]:
        key = {"Authorization": f"Bearer {PUBLISHABLE_KEY}"}
        answer = self._http.post(f"/v1/{path}", data=fields, headers=key)
        return dict(answer.raise_for_status().json())

    def _post(self, control: str, body: dict[str, str | int | bool]) -> httpx.Response:
        return self._http.post(f"/_sandbox/{control}", json=body).raise_for_status()


def _kind(intent: str) -> str:
    return "setup_intent" if intent.startswith("seti_") else "payment_intent"


def _card_fields(number: str) -> dict[str, str]:
    return {
        "type": "card",
        "card[number]": number,
        "card[exp_month]": "12",
        "card[exp_year]": "2040",
        "card[cvc]": "1234"[: _code(number)],
    }


def _within(outer: str, fields: dict[str, str]) -> dict[str, str]:
    """Return form fields as parts of a map: `card[number]` becomes `outer[card][number]`."""
    parts = {name: name.partition("[") for name in fields}
    return {f"{outer}[{head}]{bracket}{rest}": fields[name] for name, (head, bracket, rest) in parts.items()}


def _code(number: str) -> int:
    return 4 if number.startswith(("34", "37")) else 3
