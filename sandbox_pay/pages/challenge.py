"""The bank's question (3-D Secure): in a frame over the store's page, or as a page that sends the shopper back."""

from functools import partial

from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from sandbox_pay.objects.records import IntentRecord
from sandbox_pay.objects.setup_records import SetupIntentRecord
from sandbox_pay.pages import hosted
from sandbox_pay.pages.hosted import Button
from sandbox_pay.pages.html import Markup, fill
from sandbox_pay.payments import challenges
from sandbox_pay.payments.challenges import OpenChallenge
from sandbox_pay.payments.currencies import format_for_page
from sandbox_pay.provider import SandboxProvider

BUTTONS = (Button("complete", "Complete", quiet=False), Button("fail", "Fail"))


def _find(provider: SandboxProvider, token: str) -> OpenChallenge | None:
    with provider.call() as call:
        return challenges.find(call, token)


def _answer(
    provider: SandboxProvider, token: str, passed: bool
) -> tuple[OpenChallenge, IntentRecord | SetupIntentRecord] | None:
    with provider.call() as call:
        challenge = challenges.find(call, token)
        return None if challenge is None else (challenge, challenges.answer(call, challenge, passed=passed))


async def _show(provider: SandboxProvider, request: Request) -> Response:
    challenge = await run_sync(_find, provider, request.path_params["token"])
    if challenge is None:
        return _final_page(provider, request, 404)
    return hosted.question_page(provider, request, "Confirm that it is you", _question(challenge), BUTTONS)


def _question(challenge: OpenChallenge) -> Markup:
    if isinstance(challenge.intent, SetupIntentRecord):
        return fill("challenge_keep", last4=challenge.last4)
    amount = format_for_page(challenge.intent.amount, challenge.intent.currency)
    return fill("challenge_pay", amount=amount, last4=challenge.last4)


async def _decide(provider: SandboxProvider, request: Request) -> Response:
    form = await hosted.read_form(request)
    answered = await run_sync(_answer, provider, request.path_params["token"], form.get("result") == "complete")
    if answered is None:
        return _final_page(provider, request, 404)
    question, intent = answered
    if question.challenge.by_redirect and question.challenge.return_url:
        return hosted.go_back(question.challenge.return_url, intent)
    return _final_page(provider, request)


def _final_page(provider: SandboxProvider, request: Request, status: int = 200) -> Response:
    return hosted.final_page(
        provider, request, "Your bank has its answer. You can go back to the store.", status=status
    )


def routes(provider: SandboxProvider) -> list[Route]:
    return [
        Route(f"/sandbox/{kind}/{{token}}", partial(function, provider), methods=[method])
        for kind in ("challenge", "redirect")
        for method, function in (("GET", _show), ("POST", _decide))
    ]
