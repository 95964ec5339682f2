"""The page of a bank, lender or wallet to which the shopper is sent, and from which she comes back."""

from functools import partial

from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from sandbox_pay.objects.records import ActionKind
from sandbox_pay.pages import hosted
from sandbox_pay.pages.hosted import Button, OpenAction
from sandbox_pay.payments.types.table import Ending
from sandbox_pay.provider import SandboxProvider

KINDS = frozenset({ActionKind.REDIRECT, ActionKind.ALIPAY, ActionKind.CASHAPP})
BUTTONS = (
    Button(Ending.SUCCEED, "Authorize", quiet=False),
    Button(Ending.DECLINE, "Be declined"),
    Button(Ending.CANCEL, "Cancel"),
    Button(Ending.EXPIRE, "Let it expire"),
)


def _find(provider: SandboxProvider, token: str) -> OpenAction | None:
    found = hosted.find(provider, token)
    return found if found and found.action.kind in KINDS else None


async def _show(provider: SandboxProvider, request: Request) -> Response:
    found = await run_sync(_find, provider, request.path_params["token"])
    if found is None:
        return hosted.gone_page(provider, request)
    return hosted.question_page(provider, request, found.purpose, found.fill_text("authorize"), BUTTONS)


async def _decide(provider: SandboxProvider, request: Request) -> Response:
    token = request.path_params["token"]
    found = await run_sync(_find, provider, token)
    ending, _ = await hosted.read_answer(request)
    if found is None:
        return hosted.gone_page(provider, request)
    if ending is None:
        return await _show(provider, request)
    intent = await run_sync(hosted.end_payment, provider, token, ending)
    if intent is None:
        return hosted.gone_page(provider, request)
    if found.action.return_url:
        return hosted.go_back(found.action.return_url, intent)
    return hosted.final_page(provider, request, "You can go back to the store.")


def routes(provider: SandboxProvider) -> list[Route]:
    path = "/sandbox/authorize/{token}"
    return [
        Route(path, partial(_show, provider), methods=["GET"]),
        Route(path, partial(_decide, provider), methods=["POST"]),
    ]
