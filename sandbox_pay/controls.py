"""Switches for tests and demos under `/_sandbox`, for callers on this machine only."""

import ipaddress
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeAlias, TypeVar

from anyio.to_thread import run_sync
from pydantic import BaseModel, ValidationError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from sandbox_pay import case_controls, ledger
from sandbox_pay.control_bodies import (
    AccountCountry,
    Advance,
    CardChange,
    ChallengeAnswer,
    ChaosSwitches,
    EndPayment,
    PlannedFault,
    PlannedRefusal,
    Renewal,
    Resend,
    WebhookDestination,
)
from sandbox_pay.objects.records import Delivery, Timer
from sandbox_pay.payments import account, challenges, endings, express, renewals, timekeeper, timers
from sandbox_pay.payments.behaviours import BY_NUMBER
from sandbox_pay.payments.customers import methods
from sandbox_pay.protocol.errors import ProviderError, forbidden
from sandbox_pay.protocol.json import Json, as_json
from sandbox_pay.provider import SandboxProvider
from sandbox_pay.storage import clock, setting
from sandbox_pay.storage.table import DELIVERIES, METHODS
from sandbox_pay.webhooks import event_log
from sandbox_pay.webhooks.chaos import Mischief
from sandbox_pay.webhooks.endpoints import register_store
from sandbox_pay.webhooks.events import DELAY

Control: TypeAlias = Callable[[SandboxProvider, Request], Awaitable[Json]]

A = TypeVar("A", bound=BaseModel)


def on_this_machine(request: Request) -> bool:
    """Return whether the caller is local, and no foreign page in a local browser."""
    try:
        local = request.client is not None and ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        local = False
    host = (request.url.hostname or "").strip("[]")
    named_locally = host in {"127.0.0.1", "localhost", "::1"}
    origin = request.headers.get("origin")
    own_page = origin is None or origin == f"{request.url.scheme}://{request.headers.get('host', '')}"
    return local and named_locally and own_page


async def _read(request: Request, kind: type[A]) -> A:
    try:
        return kind.model_validate_json(await request.body() or b"{}")
    except ValidationError as problem:
        first = problem.errors()[0]
        raise ProviderError(400, f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from problem


async def _ledger(provider: SandboxProvider, request: Request) -> Json:
    order_id = request.query_params.get("order_id")

    def read() -> Json:
        with provider.call() as call:
            return ledger.ledger_of_all(call) if order_id is None else ledger.ledger_of_order(call, order_id)

    return await run_sync(read)


async def _reset(provider: SandboxProvider, _: Request) -> Json:
    await run_sync(provider.reset)
    return {"reset": True}


async def _advance(provider: SandboxProvider, request: Request) -> Json:
    body = await _read(request, Advance)

    def move() -> Json:
        with provider.call() as call:
            ended = timekeeper.advance(call, body.seconds)
            return {"now": clock.now(call.connection), "offset": clock.offset(call.connection), "ended": ended}

    return await run_sync(move)


async def _move_account(provider: SandboxProvider, request: Request) -> Json:
    body = await _read(request, AccountCountry)

    def move() -> Json:
        with provider.call() as call:
            account.move(call.connection, body.country)
            return account.retrieve(call)

    return await run_sync(move)


async def _express(provider: SandboxProvider, request: Request) -> Json:
    """Set the switches of the express checkout element; what the call leaves out is as in a sandbox without faults."""
    switches = await _read(request, express.ExpressSwitches)

    def write() -> Json:
        with provider.call() as call:
            express.write(call.connection, switches)
        return as_json(switches.model_dump(mode="json"))

    return await run_sync(write)


async def _end(provider: SandboxProvider, request: Request) -> Json:
    """End a payment or setup by a method other than a card as its hosted page, or the passing of time, would."""
    body = await _read(request, EndPayment)

    def end() -> Json:
        with provider.call() as call:
            return {"status": endings.end_intent(call, body.find(call), body.ending).status.value}

    return await run_sync(end)


async def _timers(provider: SandboxProvider, _: Request) -> Json:
    def read() -> Json:
        with provider.call() as call:
            return {"data": [_timer(record) for record, _ in timers.waiting(call.connection)]}

    return await run_sync(read)


SUBJECTS = {"pi": "payment_intent", "seti": "setup_intent", "re": "refund"}


def _timer(record: Timer) -> Json:
    return {
        "id": record.id,
        SUBJECTS[record.subject.partition("_")[0]]: record.subject,
        "ending": record.ending,
        "due_at": record.due_at,
    }


async def _resend(provider: SandboxProvider, request: Request) -> Json:
    body = await _read(request, Resend)

    def send() -> Json:
        with provider.call() as call:
            return {"queued": event_log.resend(call, body.event)}

    return await run_sync(send)


async def _chaos(provider: SandboxProvider, request: Request) -> Json:
    switches = await _read(request, ChaosSwitches)
    for mischief in Mischief:
        count: bool | int = getattr(switches, mischief.value)
        provider.chaos.set(mischief, -1 if count is True else int(count))

    def wait() -> Json:
        with provider.call() as call:
            setting.write(call.connection, DELAY, str(switches.delay))
        left: Json = {mischief.value: left for mischief, left in provider.chaos.left().items()}
        return {**left, "delay": switches.delay}

    return await run_sync(wait)


async def _destination(provider: SandboxProvider, request: Request) -> Json:
    body = await _read(request, WebhookDestination)

    def move() -> Json:
        with provider.call() as call:
            register_store(call, body.url, body.secret)
            return {"url": body.url}

    return await run_sync(move)


async def _deliveries(provider: SandboxProvider, _: Request) -> Json:
    def read() -> Json:
        with provider.call() as call:
            found = DELIVERIES.search(call.connection, {}, limit=1000)
            return {"data": [_delivery(record) for record in found]}

    return await run_sync(read)


def _delivery(record: Delivery) -> Json:
    return {
        "id": record.id,
        "event": record.event,
        "attempts": record.attempts,
        "delivered": record.delivered,
        "done": record.done,
        "due_at": record.due_at,
        "last_answer": record.last_answer,
    }


async def _fault(provider: SandboxProvider, request: Request) -> Json:
    body = await _read(request, PlannedFault)
    provider.faults.plan(body.operation, body.fault, body.times)
    return {"operation": body.operation, "fault": body.fault.value, "times": body.times}


async def _refusal(provider: SandboxProvider, request: Request) -> Json:
    body = await _read(request, PlannedRefusal)
    provider.faults.plan(body.operation, body.error(), body.times)
    return {"operation": body.operation, "code": body.code, "times": body.times}


async def _faults_left(provider: SandboxProvider, _: Request) -> Json:
    return {"left": provider.faults.left()}


async def _challenge(provider: SandboxProvider, request: Request) -> Json:
    """Answer an open 3-D Secure question without a browser."""
    body = await _read(request, ChallengeAnswer)

    def answer() -> Json:
        with provider.call() as call:
            challenge = body.find(call).challenge
            open_challenge = challenges.find(call, challenge.token) if challenge else None
            if open_challenge is None:
                raise ProviderError(400, "This waits for no 3-D Secure answer.")
            return {"status": challenges.answer(call, open_challenge, passed=body.result == "complete").status.value}

    return await run_sync(answer)


async def _change_card(provider: SandboxProvider, request: Request) -> Json:
    """Let an existing card behave like another test card, as if it expired or its bank decided otherwise."""
    body = await _read(request, CardChange)

    def turn() -> Json:
        behaviour = BY_NUMBER.get(body.number)
        with provider.call() as call:
            method = methods.find(call, body.payment_method)
            if behaviour is None or method.card is None:
                raise ProviderError(400, "There is no test card with this number.")
            card = method.card.model_copy(update={"behaviour": behaviour.alias})
            METHODS.save(call.connection, method.model_copy(update={"card": card}))
            return {"payment_method": method.id, "meaning": behaviour.meaning}

    return await run_sync(turn)


async def _renew(provider: SandboxProvider, request: Request) -> Json:
    body = await _read(request, Renewal)

    def renew() -> Json:
        with provider.call() as call:
            return renewals.renew(call, body.payment_method, body.exp_month, body.exp_year, body.number)

    return await run_sync(renew)


async def _run_control(provider: SandboxProvider, control: Control, request: Request) -> Response:
    try:
        if not on_this_machine(request):
            raise forbidden("The sandbox's controls answer callers on its own machine only.")
        return JSONResponse(await control(provider, request), headers={"Cache-Control": "no-store"})
    except ProviderError as refusal:
        return JSONResponse(refusal.body(), refusal.status)


def _doubt(what: str) -> Control:
    async def control(provider: SandboxProvider, request: Request) -> Json:
        return await case_controls.change(provider, what, await _read(request, case_controls.CaseChange))

    return control


DOUBTS = ("disputes/open", "disputes/close", "reviews/open", "reviews/close", "refunds/fail")
CONTROLS: tuple[tuple[str, str, Control], ...] = (
    ("GET", "/_sandbox/ledger", _ledger),
    ("POST", "/_sandbox/reset", _reset),
    ("POST", "/_sandbox/clock/advance", _advance),
    ("POST", "/_sandbox/account", _move_account),
    ("POST", "/_sandbox/express", _express),
    ("POST", "/_sandbox/payments/end", _end),
    ("GET", "/_sandbox/timers", _timers),
    ("POST", "/_sandbox/webhooks/resend", _resend),
    ("POST", "/_sandbox/webhooks/chaos", _chaos),
    ("POST", "/_sandbox/webhooks/endpoint", _destination),
    ("GET", "/_sandbox/webhooks/deliveries", _deliveries),
    ("POST", "/_sandbox/faults", _fault),
    ("GET", "/_sandbox/faults", _faults_left),
    ("POST", "/_sandbox/refusals", _refusal),
    ("POST", "/_sandbox/challenge", _challenge),
    ("POST", "/_sandbox/cards/turn", _change_card),
    ("POST", "/_sandbox/cards/renew", _renew),
    *(("POST", f"/_sandbox/{what}", _doubt(what)) for what in DOUBTS),
)


def routes(provider: SandboxProvider) -> list[Route]:
    return [
        Route(path, partial(_run_control, provider, control), methods=[method]) for method, path, control in CONTROLS
    ]
