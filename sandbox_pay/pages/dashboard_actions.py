"""The actions of the dashboard's buttons. They are those of the API and the controls."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial

from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from sandbox_pay import case_controls
from sandbox_pay.call import Call
from sandbox_pay.case_controls import CaseChange
from sandbox_pay.controls import on_this_machine
from sandbox_pay.objects.case_records import CLOSED
from sandbox_pay.objects.records import ChargeRecord, IntentRecord, IntentRecordStatus
from sandbox_pay.pages import hosted
from sandbox_pay.pages.html import Markup, fill, join
from sandbox_pay.payments import capture, express, intents, machine, refunds, timekeeper
from sandbox_pay.payments.types.table import BY_NAME
from sandbox_pay.protocol.errors import ProviderError
from sandbox_pay.provider import SandboxProvider
from sandbox_pay.storage.table import CHARGES, DISPUTES, REVIEWS, TIMERS
from sandbox_pay.webhooks import event_log

STEPS = {"60": "a minute", "3600": "an hour", "86400": "a day", "604800": "a week"}
"""How far the clock can be moved, in seconds."""


def _fire_timer(call: Call, timer_id: str) -> None:
    timer = TIMERS.find(call.connection, timer_id)
    if timer is not None:
        timekeeper.fire(call, timer)


def _refund(call: Call, intent_id: str) -> None:
    refunds.create(replace(call, params={"payment_intent": intent_id}))


def _capture(call: Call, intent_id: str) -> None:
    capture.capture_existing(replace(call, target=intent_id))


def _cancel(call: Call, intent_id: str) -> None:
    intents.cancel(replace(call, target=intent_id))


def _advance(call: Call, seconds: str) -> None:
    if seconds not in STEPS:
        raise ProviderError(400, "The clock moves by the steps of the list.")
    timekeeper.advance(call, int(seconds))


def _switch_wallets(call: Call, preset: str) -> None:
    if preset not in express.PRESETS:
        raise ProviderError(400, "Wallets behave in one of the ways of the list.")
    express.write(call.connection, express.PRESETS[preset])


def _case_action(what: str, name: str, result: str = "won") -> Callable[[Call, str], None]:
    def action(call: Call, subject: str) -> None:
        case_controls.change_case(call, what, CaseChange.model_validate({name: subject, "result": result}))

    return action


ACTIONS: Mapping[str, tuple[str, Callable[[Call, str], object]]] = {
    "capture": ("Capture", _capture),
    "cancel": ("Cancel", _cancel),
    "refund": ("Refund", _refund),
    "review": ("Open a review", _case_action("reviews/open", "payment_intent")),
    "approve": ("Approve", _case_action("reviews/close", "review")),
    "dispute": ("Dispute", _case_action("disputes/open", "payment_intent")),
    "win": ("Win the dispute", _case_action("disputes/close", "dispute")),
    "lose": ("Lose the dispute", _case_action("disputes/close", "dispute", "lost")),
    "resend": ("Send again", event_log.resend),
    "fire": ("Now", _fire_timer),
    "advance": ("Move the clock", _advance),
    "express": ("Switch wallets", _switch_wallets),
}


def button(action: str, subject: str, *, text: str = "", about: str = "") -> Markup:
    """Return a form of one button; `about` names the subject to those who hear it."""
    text = text or ACTIONS[action][0]
    return fill("dashboard/button", action=action, subject=subject, text=text, spoken=f"{text}: {about or subject}")


def buttons(call: Call, intent: IntentRecord) -> Markup:
    """Return the buttons for a payment's possible actions."""
    charge = CHARGES.find(call.connection, intent.latest_charge or "")
    found = [*_intent_actions(intent), *(_charge_actions(call, charge) if charge and charge.succeeded else [])]
    return join([button(action, subject, about=intent.id) for action, subject in found])


def _intent_actions(intent: IntentRecord) -> Iterator[tuple[str, str]]:
    if intent.status is IntentRecordStatus.REQUIRES_CAPTURE:
        yield "capture", intent.id
    if intent.status in machine.IntentStep.CANCELED.value.allowed:
        yield "cancel", intent.id


def _charge_actions(call: Call, charge: ChargeRecord) -> Iterator[tuple[str, str]]:
    open_disputes = [
        each for each in DISPUTES.search(call.connection, {"charge = ?": charge.id}) if each.status not in CLOSED
    ]
    left = charge.taken - charge.amount_refunded
    if left and BY_NAME[charge.type].refundable and not open_disputes:
        yield "refund", charge.payment_intent
    if left and not charge.disputed:
        yield "dispute", charge.payment_intent
    for dispute in open_disputes:
        yield "win", dispute.id
        yield "lose", dispute.id
    review = REVIEWS.find(call.connection, charge.review or "")
    if review is None:
        yield "review", charge.payment_intent
    elif review.closed_reason is None:
        yield "approve", review.id


async def _post_action(provider: SandboxProvider, request: Request) -> Response:
    action = request.path_params["action"]
    if not on_this_machine(request) or action not in {*ACTIONS, "reset"}:
        return PlainTextResponse("There is nothing here.", 404)
    try:
        subject = str((await hosted.read_form(request)).get("subject", ""))
        await run_sync(_run_action, provider, action, subject)
    except ProviderError as refusal:
        return PlainTextResponse(refusal.message, refusal.status)
    return RedirectResponse("/", 303)


def _run_action(provider: SandboxProvider, action: str, subject: str) -> None:
    if action == "reset":
        provider.reset()
        return
    with provider.call() as call:
        ACTIONS[action][1](call, subject)


def routes(provider: SandboxProvider) -> list[Route]:
    return [Route("/sandbox/do/{action}", partial(_post_action, provider), methods=["POST"])]
