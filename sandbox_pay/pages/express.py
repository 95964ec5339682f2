"""The frames of the express checkout element: its buttons, and the sheet of the wallet."""

from functools import partial

from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from sandbox_pay.pages.html import fill, page
from sandbox_pay.payments import express
from sandbox_pay.provider import SandboxProvider


async def _frame(provider: SandboxProvider, template: str, request: Request) -> Response:
    """Answer a frame for one of the stores' pages, with the switches of the moment."""
    origin = request.query_params.get("origin", "")
    if origin not in provider.settings.store_origins:
        return PlainTextResponse("This origin is not among SANDBOX_STORE_ORIGINS.", 403)
    switches = await run_sync(_read_switches, provider)
    return page(fill(template, origin=origin, switches=switches.model_dump_json()), framed_by=(origin,))


def _read_switches(provider: SandboxProvider) -> express.ExpressSwitches:
    with provider.call() as call:
        return express.read(call.connection)


def routes(provider: SandboxProvider) -> list[Route]:
    return [
        Route("/sandbox/express", partial(_frame, provider, "express")),
        Route("/sandbox/sheet", partial(_frame, provider, "sheet")),
    ]
