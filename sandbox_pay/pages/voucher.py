"""Vouchers: a page to print, with which the shopper pays at a counter, a machine or in her bank's app."""

from functools import partial

from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from sandbox_pay.objects.records import ActionKind
from sandbox_pay.pages import hosted
from sandbox_pay.pages.hosted import Button, OpenAction
from sandbox_pay.pages.html import fill, join
from sandbox_pay.payments.types.table import Ending
from sandbox_pay.provider import SandboxProvider

KINDS = frozenset({ActionKind.BOLETO, ActionKind.OXXO, ActionKind.MULTIBANCO})
BUTTONS = (Button(Ending.SUCCEED, "Mark as paid", quiet=False), Button(Ending.EXPIRE, "Let it expire"))
GROUP = 5
"""Digits that stand together in a long number."""


def _find(provider: SandboxProvider, token: str) -> OpenAction | None:
    found = hosted.find(provider, token)
    return found if found and found.action.kind in KINDS else None


def _lines(found: OpenAction) -> list[tuple[str, str]]:
    """Return what the voucher says, line by line."""
    numbers = [(name.capitalize(), _grouped(value)) for name, value in found.action.numbers.items()]
    return [("Amount", found.amount), *numbers, ("Pay before", found.expires)]


def _grouped(number: str) -> str:
    return " ".join(number[start : start + GROUP] for start in range(0, len(number), GROUP))


async def _show(provider: SandboxProvider, request: Request) -> Response:
    found = await run_sync(_find, provider, request.path_params["token"])
    if found is None:
        return hosted.gone_page(provider, request)
    lines = join([fill("voucher_line", name=name, value=value) for name, value in _lines(found)])
    content = fill("voucher", label=found.label, lines=lines)
    return hosted.question_page(provider, request, f"Your {found.label} voucher", content, BUTTONS)


async def _decide(provider: SandboxProvider, request: Request) -> Response:
    token = request.path_params["token"]
    found = await run_sync(_find, provider, token)
    ending, _ = await hosted.read_answer(request)
    if found is None:
        return hosted.gone_page(provider, request)
    if ending not in {button.value for button in BUTTONS} or ending is None:
        return await _show(provider, request)
    if await run_sync(hosted.end_payment, provider, token, ending) is None:
        return hosted.gone_page(provider, request)
    text = "The voucher is paid." if ending is Ending.SUCCEED else "The voucher has expired: nothing was paid."
    return hosted.final_page(provider, request, text)


async def _pdf(provider: SandboxProvider, request: Request) -> Response:
    found = await run_sync(_find, provider, request.path_params["token"])
    if found is None:
        return PlainTextResponse("There is nothing here.", 404)
    headers = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
    return Response(_render_pdf(found), media_type="application/pdf", headers=headers)


def _render_pdf(found: OpenAction) -> bytes:
    from fpdf import FPDF  # noqa: PLC0415 - takes as long to load as all else, and few ask for a PDF

    paper = FPDF(format="A5")
    paper.set_title(f"{found.label} voucher")
    paper.set_lang("en")
    paper.add_page()
    paper.set_font("Helvetica", style="B", size=16)
    paper.cell(text=f"{found.label} voucher", new_x="LMARGIN", new_y="NEXT")
    paper.set_font("Helvetica", size=11)
    paper.cell(text="Sandbox: no real money", new_x="LMARGIN", new_y="NEXT")
    for name, value in _lines(found):
        paper.multi_cell(w=0, text=f"{name}: {value}", new_x="LMARGIN", new_y="NEXT")
    return bytes(paper.output())


def routes(provider: SandboxProvider) -> list[Route]:
    path = "/sandbox/voucher/{token}"
    return [
        Route(path, partial(_show, provider), methods=["GET"]),
        Route(path, partial(_decide, provider), methods=["POST"]),
        Route(f"{path}/pdf", partial(_pdf, provider), methods=["GET"]),
    ]
