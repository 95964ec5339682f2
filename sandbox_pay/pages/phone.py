"""The shopper's phone: the code she scans, the page that asks for her approval, and all that waits for it."""

from functools import partial

from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from sandbox_pay.controls import on_this_machine
from sandbox_pay.objects import next_actions, qr
from sandbox_pay.objects.records import ActionKind, IntentRecord
from sandbox_pay.objects.setup_records import SetupIntentRecord
from sandbox_pay.pages import hosted
from sandbox_pay.pages.hosted import Button, OpenAction
from sandbox_pay.pages.html import Markup, fill, join, page
from sandbox_pay.payments import timers
from sandbox_pay.payments.types.table import Ending
from sandbox_pay.provider import SandboxProvider
from sandbox_pay.storage.table import INTENTS, SETUP_INTENTS

SCANNED = frozenset({ActionKind.WECHAT_PAY, ActionKind.CASHAPP})
KINDS = SCANNED | {ActionKind.BLIK}
BUTTONS = (
    Button(Ending.SUCCEED, "Approve", quiet=False),
    Button(Ending.DECLINE, "Be declined"),
    Button(Ending.CANCEL, "Reject"),
    Button(Ending.EXPIRE, "Let it expire"),
)
GIVE_UP = (Button(Ending.CANCEL, "Cancel"),)
SHOWN = 50
"""How many of the latest payments are looked through for what waits."""


def _find(provider: SandboxProvider, token: str, kinds: frozenset[ActionKind]) -> OpenAction | None:
    found = hosted.find(provider, token)
    return found if found and found.action.kind in kinds else None


def _address(provider: SandboxProvider, found: OpenAction) -> str:
    return next_actions.phone_page(found.action, f"{provider.settings.public_url}/sandbox")


async def _show(provider: SandboxProvider, request: Request) -> Response:
    found = await run_sync(_find, provider, request.path_params["token"], KINDS)
    if found is None:
        return hosted.gone_page(provider, request)
    return hosted.question_page(provider, request, f"Approve in {found.label}?", found.fill_text("phone"), BUTTONS)


async def _scan(provider: SandboxProvider, request: Request) -> Response:
    """Answer the page with the code, which stands beside the store's own page."""
    found = await run_sync(_find, provider, request.path_params["token"], SCANNED)
    if found is None:
        return hosted.gone_page(provider, request)
    content = found.fill_text(
        "scan",
        picture=f"/sandbox/qr/{found.action.token}.svg",
        phone=f"/sandbox/phone/{found.action.token}",
    )
    return hosted.question_page(provider, request, f"Scan with {found.label}", content, GIVE_UP)


async def _decide(provider: SandboxProvider, request: Request) -> Response:
    token = request.path_params["token"]
    ending, _ = await hosted.read_answer(request)
    if await run_sync(_find, provider, token, KINDS) is None:
        return hosted.gone_page(provider, request)
    if ending is None:
        return await _show(provider, request)
    if await run_sync(hosted.end_payment, provider, token, ending) is None:
        return hosted.gone_page(provider, request)
    return hosted.final_page(provider, request, "The store has the answer. Go on there.")


async def _picture(provider: SandboxProvider, request: Request) -> Response:
    found = await run_sync(_find, provider, request.path_params["token"], SCANNED)
    if found is None:
        return PlainTextResponse("There is nothing here.", 404)
    # A store's page may show the picture itself, from another origin.
    headers = {"Cache-Control": "no-store", "Cross-Origin-Resource-Policy": "cross-origin"}
    if request.path_params["format"] == "svg":
        return Response(qr.svg(_address(provider, found)), media_type="image/svg+xml", headers=headers)
    return Response(qr.png(_address(provider, found)), media_type="image/png", headers=headers)


async def _list(provider: SandboxProvider, request: Request) -> Response:
    """Answer what a phone's notifications would show: every approval that is waited for."""
    if not on_this_machine(request):
        return PlainTextResponse("There is nothing here.", 404)
    return page(fill("phone_list", rows=await run_sync(_waiting, provider)))


def _waiting(provider: SandboxProvider) -> Markup:
    with provider.call() as call:
        payments = INTENTS.search(call.connection, {}, limit=SHOWN)
        setups = SETUP_INTENTS.search(call.connection, {}, limit=SHOWN)
    intents: list[IntentRecord | SetupIntentRecord] = [*payments, *setups]
    tokens = [
        intent.action.token
        for intent in intents
        if timers.waits_for(intent) and intent.action and intent.action.kind in KINDS
    ]
    found = [open_ for token in tokens if (open_ := hosted.find(provider, token))]
    rows = [item.fill_text("phone_row", url=f"/sandbox/phone/{item.action.token}") for item in found]
    return join(rows) or Markup("<li>Nothing waits for your approval.</li>")


def routes(provider: SandboxProvider) -> list[Route]:
    return [
        Route("/sandbox/phone", partial(_list, provider), methods=["GET"]),
        Route("/sandbox/phone/{token}", partial(_show, provider), methods=["GET"]),
        Route("/sandbox/scan/{token}", partial(_scan, provider), methods=["GET"]),
        Route("/sandbox/phone/{token}", partial(_decide, provider), methods=["POST"]),
        Route("/sandbox/scan/{token}", partial(_decide, provider), methods=["POST"]),
        Route("/sandbox/qr/{token}.{format:str}", partial(_picture, provider), methods=["GET"]),
    ]
