"""Where a shopper proves that a bank account is hers, by the code of a small deposit."""

from functools import partial

from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from sandbox_pay.objects.records import ActionKind
from sandbox_pay.pages import hosted
from sandbox_pay.pages.hosted import Button, OpenAction
from sandbox_pay.payments.setups import microdeposits
from sandbox_pay.payments.types.table import Ending
from sandbox_pay.provider import SandboxProvider

BUTTONS = (
    Button(Ending.SUCCEED, "Confirm the code", quiet=False),
    Button(Ending.DECLINE, "I can't prove it"),
    Button(Ending.EXPIRE, "Let it expire"),
)
WRONG = "This is not the code of the deposit."


def _find(provider: SandboxProvider, token: str) -> OpenAction | None:
    found = hosted.find(provider, token)
    return found if found and found.action.kind is ActionKind.MICRODEPOSITS else None


async def _show(provider: SandboxProvider, request: Request, problem: str = "") -> Response:
    found = await run_sync(_find, provider, request.path_params["token"])
    if found is None:
        return hosted.gone_page(provider, request)
    content = found.fill_text(
        "verify",
        code=microdeposits.CODE,
        problem=problem,
        invalid="true" if problem else "false",
    )
    return hosted.question_page(
        provider, request, "Is this bank account yours?", content, BUTTONS, 400 if problem else 200
    )


async def _decide(provider: SandboxProvider, request: Request) -> Response:
    token = request.path_params["token"]
    ending, code = await hosted.read_answer(request)
    if await run_sync(_find, provider, token) is None:
        return hosted.gone_page(provider, request)
    if ending is None or ending is Ending.CANCEL:
        return await _show(provider, request)
    if ending is Ending.SUCCEED and not microdeposits.is_right(code):
        return await _show(provider, request, WRONG)
    if await run_sync(hosted.end_payment, provider, token, ending) is None:
        return hosted.gone_page(provider, request)
    return hosted.final_page(provider, request, "Your bank has its answer. You can go back to the store.")


def routes(provider: SandboxProvider) -> list[Route]:
    path = "/sandbox/verify/{token}"
    return [
        Route(path, partial(_show, provider), methods=["GET"]),
        Route(path, partial(_decide, provider), methods=["POST"]),
    ]
