"""Handles one request to the API, from its key to its answer."""

import asyncio
import random
from dataclasses import dataclass, replace
from functools import partial

from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from sandbox_pay import API_VERSION, accepted_parameters
from sandbox_pay.call import Call
from sandbox_pay.expand import expand_answer
from sandbox_pay.objects.ids import new_id
from sandbox_pay.operations import OPERATIONS, ApiOperation
from sandbox_pay.payments import card_faults
from sandbox_pay.protocol import contents, idempotency
from sandbox_pay.protocol.checks import check_parameters
from sandbox_pay.protocol.consent import infer_consent
from sandbox_pay.protocol.errors import ProviderError, forbidden
from sandbox_pay.protocol.faults import ApiFault
from sandbox_pay.protocol.form import decode
from sandbox_pay.protocol.idempotency import StoredResponse
from sandbox_pay.protocol.json import Json
from sandbox_pay.protocol.keys import publishable
from sandbox_pay.provider import SandboxProvider
from sandbox_pay.storage import clock
from sandbox_pay.storage.database import savepoint

MAX_BODY = 256 * 1024


@dataclass(frozen=True, slots=True)
class SandboxRequest:
    """A checked request: the operation, its parameters and its caller."""

    operation: ApiOperation
    params: Json
    form: Json
    path: str
    target: str
    browser: bool
    own_page: bool
    key: str | None
    request_id: str
    fault: ApiFault | None


def routes(provider: SandboxProvider) -> list[Route]:
    return [
        Route(operation.path, partial(_answer, provider, operation), methods=[operation.method])
        for operation in OPERATIONS
    ]


async def _answer(provider: SandboxProvider, operation: ApiOperation, request: Request) -> Response:
    request_id = new_id("req")
    replayed = False
    await asyncio.sleep(random.uniform(*provider.settings.answer_ms) / 1000)  # noqa: S311 - no secret
    try:
        api_request = await _read_request(provider, operation, request, request_id)
        api_request = replace(
            api_request, fault=api_request.fault or await run_sync(_card_fault, provider, api_request)
        )
        if api_request.fault is ApiFault.TIMEOUT_BEFORE:
            return await _hang(provider, request)
        stored, replayed = await run_sync(_perform, provider, api_request)
        provider.courier.wake()
        if operation.method == "POST" and not replayed:
            await run_sync(provider.courier.overtake)
        if api_request.fault is ApiFault.TIMEOUT_AFTER_CHARGE:
            return await _hang(provider, request)
    except ProviderError as refusal:
        stored = StoredResponse(refusal.status, refusal.body())
    headers = {"Request-Id": request_id, "Stripe-Version": API_VERSION, "Cache-Control": "no-store"}
    if replayed:
        headers["Idempotent-Replayed"] = "true"
    return JSONResponse(stored.body, stored.status, headers)


async def _read_request(
    provider: SandboxProvider, operation: ApiOperation, request: Request, request_id: str
) -> SandboxRequest:
    """Check the key, the version and the parameters. A refusal here is not stored under the idempotency key."""
    form = decode(await _read_body(request))
    browser = publishable(request.headers.get("authorization", ""), str(form.get("key", "")))
    if browser and not operation.browser:
        raise forbidden("This API call cannot be made with a publishable API key. Please use a secret API key instead.")
    form = infer_consent(form, request) if browser else form
    version = request.headers.get("stripe-version", API_VERSION)
    if version != API_VERSION:
        raise ProviderError(400, f"Invalid Stripe API version: {version[:40]}. This sandbox speaks {API_VERSION}.")
    fault = _planned_fault(provider, operation, request)
    return SandboxRequest(
        operation=operation,
        params=_check_parameters(form, operation, browser),
        form=form,
        path=request.url.path,
        target=request.path_params.get("id", ""),
        browser=browser,
        own_page=_is_own_page(provider, request),
        key=request.headers.get("idempotency-key") if operation.method == "POST" else None,
        request_id=request_id,
        fault=fault,
    )


def _check_parameters(form: Json, operation: ApiOperation, browser: bool) -> Json:
    also, inside = (operation.also, operation.inside) if browser else ((), {})
    params = check_parameters(form, operation.params, also, inside)
    accepted_parameters.check(operation.name, params, also)
    contents.check(params)
    return params


def _is_own_page(provider: SandboxProvider, request: Request) -> bool:
    here = f"{request.url.scheme}://{request.headers.get('host', '')}"
    return request.headers.get("origin") in {None, here, provider.settings.public_url}


async def _read_body(request: Request) -> str:
    if request.method != "POST":
        return request.url.query
    received = bytearray()
    async for chunk in request.stream():
        received += chunk
        if len(received) > MAX_BODY:
            raise ProviderError(413, "The request is too large.")
    try:
        return received.decode("ascii")
    except UnicodeDecodeError as problem:
        raise ProviderError(400, "The request's parameters must be form-encoded.") from problem


def _planned_fault(provider: SandboxProvider, operation: ApiOperation, request: Request) -> ApiFault | None:
    """Return the fault that is planned for this request. Faults that come before any work are raised at once."""
    fault_name = request.headers.get("sandbox-fault", "")
    if fault_name and fault_name not in set(ApiFault):
        raise ProviderError(400, f"Unknown Sandbox-Fault: {fault_name[:40]}. Known: {', '.join(ApiFault)}.")
    fault = ApiFault(fault_name) if fault_name else provider.faults.take(operation.name)
    if isinstance(fault, ProviderError):
        raise fault
    return _raise_early_fault(fault)


def _card_fault(provider: SandboxProvider, api_request: SandboxRequest) -> ApiFault | None:
    """Return the fault that the card causes, if it is a card for faults."""
    if api_request.operation.name not in card_faults.PAYS:
        return None
    with provider.call(api_request.target) as call:
        met = card_faults.find_fault(replace(call, params=api_request.params))
    return _raise_early_fault(met)


def _raise_early_fault(fault: ApiFault | None) -> ApiFault | None:
    """Raise a fault that comes before any work, and return one that comes later."""
    if fault is ApiFault.TOO_MANY:
        raise ProviderError(429, "Request rate limit exceeded.", code="rate_limit")
    if fault is ApiFault.FAILURE_BEFORE:
        raise _planned_failure()
    return fault


def _planned_failure() -> ProviderError:
    return ProviderError(500, "The sandbox was told to fail this request.", type="api_error")


def _perform(provider: SandboxProvider, api_request: SandboxRequest) -> tuple[StoredResponse, bool]:
    """Run the request, once per idempotency key. Returns the response and whether it is a stored one."""
    if api_request.key is None:
        return _perform_once(provider, api_request)
    with provider.keys.claimed(api_request.key):
        return _perform_once(provider, api_request)


def _perform_once(provider: SandboxProvider, api_request: SandboxRequest) -> tuple[StoredResponse, bool]:
    request = idempotency.fingerprint(api_request.operation.method, api_request.path, api_request.form)
    with provider.database.transaction() as connection:
        if api_request.key and (earlier := idempotency.find_response(connection, api_request.key, request)):
            return earlier, True
        call = Call(
            connection=connection,
            now=clock.now(connection),
            public_url=provider.settings.public_url,
            form=api_request.form,
            params=api_request.params,
            target=api_request.target,
            own_page=api_request.own_page,
            browser=api_request.browser,
            request_id=api_request.request_id,
            idempotency_key=api_request.key,
        )
        answer = _run(call, api_request.operation)
        if api_request.fault is ApiFault.FAILURE_AFTER:
            answer = StoredResponse(_planned_failure().status, _planned_failure().body())
        if api_request.key:
            idempotency.store_response(connection, api_request.key, request, answer, call.now)
        return answer, False


def _run(call: Call, operation: ApiOperation) -> StoredResponse:
    """Run the operation. A refusal rolls its work back, except a decline, whose failed charge stays."""
    staying: ProviderError | None = None
    try:
        with savepoint(call.connection):
            try:
                return StoredResponse(200, expand_answer(call, operation.run(call)))
            except ProviderError as refusal:
                if not refusal.keeps_work:
                    raise
                staying = refusal
    except ProviderError as refusal:
        return StoredResponse(refusal.status, refusal.body())
    return StoredResponse(staying.status, staying.body())


async def _hang(provider: SandboxProvider, request: Request) -> Response:
    """Hold the request until the caller disconnects or this program ends, like a network that lost it."""
    ends = [asyncio.ensure_future(_wait_for_disconnect(request)), asyncio.ensure_future(provider.stopping.wait())]
    _, pending = await asyncio.wait(ends, timeout=provider.settings.hang_seconds, return_when=asyncio.FIRST_COMPLETED)
    for end in pending:
        end.cancel()
    refusal = ProviderError(504, "The sandbox was told to let this request time out.", type="api_error")
    return JSONResponse(refusal.body(), refusal.status)


async def _wait_for_disconnect(request: Request) -> bool:
    while (await request.receive())["type"] != "http.disconnect":
        pass
    return True
