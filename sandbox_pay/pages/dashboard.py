"""The dashboard: what was paid in this sandbox, and the cards to pay with."""

from datetime import UTC, datetime
from functools import partial

from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from sandbox_pay import API_VERSION
from sandbox_pay.controls import on_this_machine
from sandbox_pay.objects import next_actions
from sandbox_pay.objects.records import Delivery, IntentRecord, IntentRecordStatus, RefundRecord, Timer
from sandbox_pay.objects.setup_records import SetupIntentRecord
from sandbox_pay.pages import dashboard_actions
from sandbox_pay.pages.dashboard_actions import STEPS, button
from sandbox_pay.pages.html import Markup, fill, join, page
from sandbox_pay.payments import express, timers
from sandbox_pay.payments.behaviours import TABLE
from sandbox_pay.payments.currencies import format_for_page
from sandbox_pay.provider import SandboxProvider
from sandbox_pay.storage.table import CHARGES, DELIVERIES, EVENTS, INTENTS

SHOWN = 50
"""How many of the latest payments and deliveries are listed."""


def _payments(provider: SandboxProvider) -> Markup:
    with provider.call() as call:
        intents = INTENTS.search(call.connection, {}, limit=SHOWN)
        refunded = {
            intent.id: sum(
                charge.amount_refunded for charge in CHARGES.search(call.connection, {"payment_intent = ?": intent.id})
            )
            for intent in intents
        }
        rows = [_payment(intent, refunded[intent.id], dashboard_actions.buttons(call, intent)) for intent in intents]
    return join(rows) or Markup('<tr><td colspan="7">No payments yet.</td></tr>')


def _payment(intent: IntentRecord, refunded: int, buttons: Markup) -> Markup:
    return fill(
        "dashboard/payment",
        created=_time(intent.created),
        amount=format_for_page(intent.amount, intent.currency),
        refunded=f"{format_for_page(refunded, intent.currency)} refunded" if refunded else "",
        status=intent.status.value.replace("_", " "),
        state=intent.status.value,
        id=intent.id,
        error=str((intent.last_payment_error or {}).get("message", "")),
        metadata=" · ".join(f"{name}: {value}" for name, value in intent.metadata.items()),
        buttons=buttons,
    )


def _waiting(provider: SandboxProvider) -> Markup:
    """List the endings that come by themselves, the next one first."""
    with provider.call() as call:
        found = timers.waiting(call.connection)
    rows = [_timer(timer, subject, provider.settings.public_url) for timer, subject in found[:SHOWN]]
    return join(rows) or Markup('<tr><td colspan="6">No payment waits.</td></tr>')


def _timer(timer: Timer, subject: timers.Subject, public_url: str) -> Markup:
    action = None if isinstance(subject, RefundRecord) else subject.action
    address = next_actions.page(action, public_url) if action else None
    return fill(
        "dashboard/timer",
        due=_time(timer.due_at),
        ending=timer.ending,
        amount="to be kept"
        if isinstance(subject, SetupIntentRecord)
        else format_for_page(subject.amount, subject.currency),
        action=action.kind.value.replace("_", " ") if action else _waits_for(subject),
        page=fill("dashboard/page", url=address) if address else "",
        id=subject.id,
        button=button("fire", timer.id, text=f"{timer.ending} now", about=subject.id),
    )


def _waits_for(subject: timers.Subject) -> str:
    if isinstance(subject, RefundRecord):
        return "refund"
    return "capture" if subject.status.value == IntentRecordStatus.REQUIRES_CAPTURE else "bank debit"


def _deliveries(provider: SandboxProvider) -> Markup:
    with provider.call() as call:
        found = DELIVERIES.search(call.connection, {}, limit=SHOWN)
        kinds = {item.event: EVENTS.find(call.connection, item.event) for item in found}
    rows = [_delivery(item, kind.type if (kind := kinds[item.event]) else "") for item in found]
    return join(rows) or Markup('<tr><td colspan="5">No events sent yet.</td></tr>')


def _delivery(item: Delivery, kind: str) -> Markup:
    state = "delivered" if item.delivered else "given up" if item.done else f"due {_time(item.due_at)}"
    return fill(
        "dashboard/delivery",
        kind=kind,
        event=item.event,
        state=state,
        attempts=str(item.attempts),
        answer=item.last_answer,
        button=button("resend", item.event),
    )


def _time(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S")


def _now(provider: SandboxProvider) -> int:
    with provider.call() as call:
        return call.now


def _presets(provider: SandboxProvider) -> Markup:
    """List the ways in which wallets can behave; the one of now is selected."""
    with provider.call() as call:
        now = express.read(call.connection)
    return join(
        [
            fill("dashboard/preset", words=words, state=Markup("selected" if preset == now else ""))
            for words, preset in express.PRESETS.items()
        ]
    )


def _cards() -> Markup:
    return join(
        [fill("dashboard/card", number=_grouped(card.number), brand=card.brand, meaning=card.meaning) for card in TABLE]
    )


def _grouped(number: str) -> str:
    return " ".join(number[start : start + 4] for start in range(0, len(number), 4))


async def _dashboard(provider: SandboxProvider, request: Request) -> Response:
    if "text/html" not in request.headers.get("accept", "") or not on_this_machine(request):
        return JSONResponse({"sandbox": True, "api_version": API_VERSION})
    payments = await run_sync(_payments, provider)
    waiting = await run_sync(_waiting, provider)
    deliveries = await run_sync(_deliveries, provider)
    presets = await run_sync(_presets, provider)
    now = _time(await run_sync(_now, provider))
    steps = join([fill("dashboard/step", seconds=seconds, words=words) for seconds, words in STEPS.items()])
    return page(
        fill(
            "dashboard",
            now=now,
            steps=steps,
            presets=presets,
            payments=payments,
            waiting=waiting,
            deliveries=deliveries,
            cards=_cards(),
        )
    )


def routes(provider: SandboxProvider) -> list[Route]:
    return [
        Route("/", partial(_dashboard, provider)),
    ]
