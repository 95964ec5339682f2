"""The common part of the hosted pages: finding the payment, the question with its buttons, and the redirect back."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from sandbox_pay.objects.records import Action, IntentRecord
from sandbox_pay.objects.setup_records import SetupIntentRecord
from sandbox_pay.pages.html import Markup, fill, join, page
from sandbox_pay.payments import endings
from sandbox_pay.payments.currencies import format_for_page
from sandbox_pay.payments.customers import methods
from sandbox_pay.payments.types.table import BY_NAME, Ending
from sandbox_pay.protocol.form import decode
from sandbox_pay.protocol.json import Json
from sandbox_pay.provider import SandboxProvider

ARRIVED = frozenset({"succeeded", "requires_capture"})
ON_THEIR_WAY = frozenset({"processing", "requires_action"})
MAX_BODY = 4096
"""Bytes of a form: one button, at most one code."""


@dataclass(frozen=True, slots=True)
class OpenAction:
    """A payment, or the setup of a method, that waits for the shopper."""

    intent: IntentRecord | SetupIntentRecord
    action: Action
    kind: str

    @property
    def label(self) -> str:
        return BY_NAME[self.kind].label

    @property
    def amount(self) -> str:
        """What is paid now: nothing, when a method is only set up."""
        return (
            ""
            if isinstance(self.intent, SetupIntentRecord)
            else format_for_page(self.intent.amount, self.intent.currency)
        )

    @property
    def purpose(self) -> str:
        return (
            f"Keep {self.label} for later" if isinstance(self.intent, SetupIntentRecord) else f"Pay with {self.label}"
        )

    def fill_text(self, name: str, **values: str) -> Markup:
        """Return a page's text: the one about a payment, or the one about a setup."""
        template = f"{name}_keep" if isinstance(self.intent, SetupIntentRecord) else name
        return fill(template, label=self.label, amount=self.amount, expires=self.expires, **values)

    @property
    def expires(self) -> str:
        return datetime.fromtimestamp(self.action.expires_at, UTC).strftime("%d %B %Y, %H:%M UTC")


@dataclass(frozen=True, slots=True)
class Button:
    """`value` is what the form sends: mostly how the payment ends."""

    value: str
    text: str
    quiet: bool = True


def find(provider: SandboxProvider, token: str) -> OpenAction | None:
    """Return the payment with this open action; an ended or replaced one is gone."""
    with provider.call() as call:
        intent = endings.find(call, token)
        if intent is None or intent.action is None or intent.payment_method is None:
            return None
        return OpenAction(intent, intent.action, methods.find(call, intent.payment_method).type)


def end_payment(provider: SandboxProvider, token: str, ending: Ending) -> IntentRecord | SetupIntentRecord | None:
    """End the payment and return it; None when it does not wait any more."""
    with provider.call() as call:
        intent = endings.find(call, token)
        return None if intent is None else endings.end_intent(call, intent, ending)


async def read_form(request: Request) -> Json:
    """Return what a form of ours sent. Raises `ProviderError` (400) for what is none."""
    return decode((await request.body())[:MAX_BODY].decode("ascii", "replace"))


async def read_answer(request: Request) -> tuple[Ending | None, str]:
    """Return which button was pressed, and the code that was typed. Raises `ProviderError` (400) for what is no
    form.
    """
    values = await read_form(request)
    pressed = str(values.get("result", ""))
    known = {ending.value: ending for ending in Ending}
    return known.get(pressed), str(values.get("code", ""))[:40]


def question_page(
    provider: SandboxProvider,
    request: Request,
    title: str,
    content: Markup,
    buttons: Sequence[Button],
    status: int = 200,
) -> Response:
    """Answer a page that asks the shopper, with a button for each answer."""
    rendered = [
        fill("hosted_button", value=button.value, text=button.text, kind="quiet" if button.quiet else "")
        for button in buttons
    ]
    filled = fill("hosted", title=title, content=content, action=_current_path(request), buttons=join(rendered))
    return _framed_page(provider, request, "open", title, filled, status)


def _current_path(request: Request) -> str:
    return f"{request.url.path}?{request.url.query}" if request.url.query else request.url.path


def final_page(
    provider: SandboxProvider, request: Request, text: str, *, title: str = "Thank you", status: int = 200
) -> Response:
    """Return the final page. In a frame it notifies the store's page."""
    return _framed_page(provider, request, "over", title, fill("hosted_over", title=title, text=text), status)


def _framed_page(
    provider: SandboxProvider, request: Request, state: str, title: str, content: Markup, status: int
) -> Response:
    origin = store_origin(provider, request)
    filled = fill("framed", origin=origin, state=state, title=title, content=content)
    return page(filled, framed_by=(origin,) if origin else (), status=status)


def gone_page(provider: SandboxProvider, request: Request) -> Response:
    text = "This payment has ended already, or there never was one at this address."
    return final_page(provider, request, text, title="Nothing to pay here", status=404)


def store_origin(provider: SandboxProvider, request: Request) -> str:
    """Return the origin of the store's page that may frame this one and is notified, from the URL.

    Empty when it isn't known, or when this is a page of its own that leads back.
    """
    origin = request.query_params.get("origin", "")
    is_known = origin in provider.settings.store_origins
    return origin if is_known and "/redirect/" not in request.url.path else ""


def go_back(return_url: str, intent: IntentRecord | SetupIntentRecord) -> Response:
    """Redirect the shopper back, with the provider's parameters in the URL."""
    kind = "setup_intent" if isinstance(intent, SetupIntentRecord) else "payment_intent"
    parts = urlsplit(return_url)
    query = [
        *parse_qsl(parts.query, keep_blank_values=True),
        (kind, intent.id),
        (f"{kind}_client_secret", intent.client_secret),
        ("redirect_status", _redirect_status(intent)),
    ]
    return RedirectResponse(urlunsplit(parts._replace(query=urlencode(query))), 303)


def _redirect_status(intent: IntentRecord | SetupIntentRecord) -> str:
    if intent.status.value in ARRIVED:
        return "succeeded"
    return "pending" if intent.status.value in ON_THEIR_WAY else "failed"
