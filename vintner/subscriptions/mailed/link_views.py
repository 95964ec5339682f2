"""What the links of e-mails to subscribers lead to. No log-in is needed: the signed link is the permission.

A GET asks, and changes nothing: programs that look through mails open every link. A POST does it, and offers to take it
back. The pages show neither addresses nor payment details.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import wraps
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from vintner.accounts.pages import AccountStepPage
from vintner.customers.middleware import user_of
from vintner.refusal import Refusal
from vintner.subscriptions.area.status_words import cancel_words, status_words
from vintner.subscriptions.box_dates import next_due
from vintner.subscriptions.changes import own_actions
from vintner.subscriptions.changes.change_emails import due_day, next_box_words, runs_out_words
from vintner.subscriptions.changes.undo import can_unskip
from vintner.subscriptions.dates import DATE_FIELD, day_of, read_day, same_time
from vintner.subscriptions.links import NO_BOX, LinkTarget, cancel_url, delay_url, read_token, skip_url
from vintner.subscriptions.models import Box, Subscription
from vintner.subscriptions.rules import CHARGEABLE, ENDED, OPEN_BOXES, BoxState, SubscriptionStatus
from vintner.subscriptions.skips import skip_refusal
from vintner.web.answers import page_response
from vintner.web.client_address import rate_limit_key
from vintner.web.form_props import FormField
from vintner.web.page import CSRF_TOKEN, Head, Link
from vintner.web.rate_limits import count_try
from vintner.web.shared_props import shared_props

GONE: Final = "This link is not valid any more. Please use the one in our newest email, or your account."
NO_BOX_NAMED: Final = "This link names no box, so nothing was changed. Your account has all that can be done."
CANCELLED: Final = "The subscription is canceled, so no further box comes. Nothing was changed."
FOREIGN: Final = "This link is about the subscription of another account. Nothing was changed."
UNDO_WITHIN: Final = timedelta(hours=24)
"""How long after a cancellation a link takes it back: old e-mails are forwarded and lost, and charges begin anew."""
UNDO_BY_LOG_IN: Final = "To take the cancellation back, please log in: a link does so on the first day only."
TOO_MANY: Final = "Too many tries. Please wait a quarter of an hour."


class _Opened:
    """A link that may be used: its request, subscription, next box with its day, and the box that it names, if any."""

    def __init__(self, request: HttpRequest, token: str, subscription: Subscription, box_number: int) -> None:
        self.request, self.token, self.subscription, self.box_number = request, token, subscription, box_number
        self.now: datetime = timezone.now()
        open_states = [each.value for each in OPEN_BOXES]
        self.box: Box | None = subscription.boxes.filter(state__in=open_states).first()
        self.due_day: str = day_of(next_due(subscription, self.box)) if self.box is not None else ""

    def page(
        self,
        heading: str,
        *paragraphs: str,
        button: str = "",
        action: str = "",
        fields: tuple[FormField, ...] = (),
        links: tuple[Link, ...] = (),
        error: str = "",
    ) -> HttpResponse:
        """Answer with words, at most one form, and links."""
        return _page_response(
            self.request, heading, paragraphs, button=button, action=action, fields=fields, links=links, error=error
        )

    def path(self, name: str, *more: str) -> str:
        return reverse(name, args=[self.token, *more])

    def may_undo(self, subscription: Subscription) -> bool:
        """Return whether its cancellation may be taken back here. Its subscriber may do so at any time, logged in."""
        cancelled_at = subscription.cancelled_at
        is_recent = cancelled_at is not None and self.now < cancelled_at + UNDO_WITHIN
        return is_recent or user_of(self.request) is not None

    @property
    def manage_link(self) -> Link:
        return Link(label="Everything about this subscription", url=self.path("subscription_link"))


Show = Callable[..., HttpResponse]


def _by_link(show: Show) -> Callable[..., HttpResponse]:
    """Open a link: its signature is checked, and that the subscription lives and is not somebody else's."""

    @csrf_exempt  # the signed link is the permission
    @never_cache
    @require_http_methods(["GET", "HEAD", "POST"])
    @wraps(show)
    def answer(request: HttpRequest, token: str, **more: str) -> HttpResponse:
        response = _open(request, token, show, more)
        response["Referrer-Policy"] = "no-referrer"
        response["X-Robots-Tag"] = "noindex"
        return response

    return answer


def _open(request: HttpRequest, token: str, show: Show, more: dict[str, str]) -> HttpResponse:
    if not count_try("subscription_links", rate_limit_key(request)):
        return _page_response(request, "Too many tries", (TOO_MANY,), status=429)
    target = read_token(token)
    subscription = _find(target) if target is not None else None
    if target is None or subscription is None:
        return _page_response(request, "This link is not valid", (GONE,), status=404)
    visitor = user_of(request)
    if visitor is not None and visitor.pk != subscription.user_id:
        return _page_response(request, "Not your subscription", (FOREIGN,), status=403)
    opened = _Opened(request, token, subscription, target.box)
    try:
        return show(opened, **more)
    except Refusal as refusal:
        return opened.page("Nothing was changed", links=(opened.manage_link,), error=refusal.message)


def _find(target: LinkTarget) -> Subscription | None:
    """Return a living subscription whose account is there. One query."""
    ended = [each.value for each in ENDED]
    rows = Subscription.objects.filter(pk=target.subscription, user__is_active=True).exclude(status__in=ended)
    return rows.select_related("user", "variation__product").first()


@_by_link
def manage(opened: _Opened) -> HttpResponse:
    """Show the subscription's state, and links to what can be done with it."""
    subscription, box = opened.subscription, opened.box
    sentences = [f"{subscription.variation.product.name}: {status_words(subscription)}."]
    links: list[Link] = []
    boxes = _boxes_of(opened)
    if skipped := can_unskip(subscription, boxes, opened.now):
        links.append(_link(f"Take back the skip of {day_of(skipped.due_at)}", skip_url(skipped)))
    if box is not None and subscription.status in CHARGEABLE:
        sentences.append(next_box_words(opened.due_day))
        if box.state == BoxState.SCHEDULED:
            if refused := skip_refusal(subscription, boxes):
                sentences.append(refused)
            else:
                links.append(_link("Skip this box", skip_url(box)))
            links.append(_link("Delay this box", delay_url(box)))
        links.append(_link("Cancel the subscription", cancel_url(subscription)))
    if subscription.status == SubscriptionStatus.PENDING_CANCEL and opened.may_undo(subscription):
        links.append(_link("Take the cancellation back", cancel_url(subscription)))
    account = Link(label="Log in for all else", url=reverse("view_subscription", args=[subscription.pk]))
    return opened.page(f"Your subscription {subscription.number}", *sentences, links=(*links, account))


@_by_link
def skip(opened: _Opened) -> HttpResponse:
    if skipped := _find_skipped(opened):
        return _skipped_page(opened, skipped)
    _require_box(opened)
    if opened.request.method != "POST":
        text = f"The box of {opened.due_day} is left out: nothing is charged for it. Later boxes come as planned."
        return opened.page("Skip this box?", text, button="Skip this box", links=(opened.manage_link,))
    following = own_actions.skip(opened.subscription.pk, opened.now, by=None, box_number=opened.box_number)
    sentence = f"The box of {opened.due_day} is skipped. {next_box_words(due_day(following))}"
    undo = opened.path("unskip_by_link")
    return opened.page("The box is skipped", sentence, button="Undo", action=undo, links=(opened.manage_link,))


def _find_skipped(opened: _Opened) -> Box | None:
    """Return the box that the link names if it was skipped already."""
    return opened.subscription.boxes.filter(number=opened.box_number, state=BoxState.SKIPPED).first()


def _skipped_page(opened: _Opened, skipped: Box) -> HttpResponse:
    """Say that a box was skipped before, by this link or another, and offer to take that back as long as it can be."""
    sentences = [f"The box of {day_of(skipped.due_at)} is skipped: nothing is charged for it."]
    if opened.box is not None:
        sentences.append(next_box_words(opened.due_day))
    may_undo = can_unskip(opened.subscription, _boxes_of(opened), opened.now) == skipped
    return opened.page(
        "You skipped this box",
        *sentences,
        button="Undo" if may_undo else "",
        action=opened.path("unskip_by_link") if may_undo else "",
        links=(opened.manage_link,),
    )


def _boxes_of(opened: _Opened) -> list[Box]:
    return list(opened.subscription.boxes.order_by("-number"))


@_by_link
def unskip(opened: _Opened) -> HttpResponse:
    _require_post(opened)
    if opened.box_number == NO_BOX:
        raise Refusal("no_box", NO_BOX_NAMED)
    box = own_actions.unskip(opened.subscription.pk, opened.now, by=None, box_number=opened.box_number)
    return opened.page("The box comes after all", f"It is due on {due_day(box)}.", links=(opened.manage_link,))


@_by_link
def delay(opened: _Opened) -> HttpResponse:
    box = _require_box(opened)
    if opened.request.method != "POST":
        return _delay_page(opened, box)
    try:
        to = same_time(read_day(opened.request.POST.get(DATE_FIELD, "")), box.due_at)
        delayed, former = own_actions.delay(
            opened.subscription.pk, to, opened.now, by=None, box_number=opened.box_number
        )
    except Refusal as refusal:
        if refusal.field:
            return _delay_page(opened, box, error=refusal.message)
        raise
    sentence = f"The box is due on {day_of(delayed.due_at)} now. Later boxes follow it."
    undo = opened.path("undelay_by_link", former.sign())
    return opened.page("The box is delayed", sentence, button="Undo", action=undo, links=(opened.manage_link,))


@_by_link
def undelay(opened: _Opened, former: str) -> HttpResponse:
    _require_post(opened)
    box = own_actions.undelay(opened.subscription.pk, former, opened.now, by=None)
    return opened.page("The box has its date back", f"It is due on {due_day(box)}.", links=(opened.manage_link,))


@_by_link
def cancel(opened: _Opened) -> HttpResponse:
    subscription = opened.subscription
    if subscription.status == SubscriptionStatus.PENDING_CANCEL or subscription.cancel_after_box is not None:
        return _cancelled_page(opened, subscription)
    if opened.request.method != "POST":
        paid = subscription.boxes.filter(state=BoxState.PAID).count()
        sentences = cancel_words(subscription, opened.box, paid)
        return opened.page("Cancel the subscription?", *sentences, button="Cancel it now", links=(opened.manage_link,))
    return _cancelled_page(opened, own_actions.cancel(subscription.pk, opened.now, by=None))


@_by_link
def reactivate(opened: _Opened) -> HttpResponse:
    _require_post(opened)
    if not opened.may_undo(opened.subscription):
        raise Refusal("too_late", UNDO_BY_LOG_IN)
    sentences = own_actions.reactivate(opened.subscription.pk, opened.now, by=None)
    return opened.page("The subscription is not canceled any more", " ".join(sentences), links=(opened.manage_link,))


def _cancelled_page(opened: _Opened, subscription: Subscription) -> HttpResponse:
    """Say that it is cancelled, and offer to take that back as long as it can be."""
    if subscription.status in ENDED:
        return opened.page("The subscription is canceled", runs_out_words(subscription))
    may_undo = opened.may_undo(subscription)
    return opened.page(
        "The subscription is canceled",
        *((runs_out_words(subscription),) if may_undo else (runs_out_words(subscription), UNDO_BY_LOG_IN)),
        button="Undo" if may_undo else "",
        action=opened.path("reactivate_by_link") if may_undo else "",
        links=(opened.manage_link,),
    )


def _delay_page(opened: _Opened, box: Box, *, error: str = "") -> HttpResponse:
    field = FormField(
        name=DATE_FIELD,
        label="New date",
        kind="date",
        required=True,
        autocomplete="off",
        inputmode="",
        placeholder="",
        hint=f"After {opened.due_day}, and within a year.",
        value=opened.request.POST.get(DATE_FIELD, "")[:10],
        error=error,
    )
    text = f"The box is due on {opened.due_day}. Choose a later date; later boxes follow it."
    return opened.page("Delay this box?", text, button="Delay this box", fields=(field,), links=(opened.manage_link,))


def _require_box(opened: _Opened) -> Box:
    """Return the box that the link names. Raises Refusal when another one is next by now, or none."""
    if opened.subscription.status == SubscriptionStatus.PENDING_CANCEL:
        raise Refusal("cancelled", CANCELLED)
    if opened.box is None or opened.box.number != opened.box_number:
        raise Refusal("old_box", own_actions.OLD_BOX)
    return opened.box


def _require_post(opened: _Opened) -> None:
    """Refuse to take anything back by a link that is only opened."""
    if opened.request.method != "POST":
        raise Refusal("no_post", "Nothing was changed: please use the button on the page before.")


def _link(label: str, url: str) -> Link:
    return Link(label=label, url=url.removeprefix(settings.STORE_URL))


def _page_response(
    request: HttpRequest,
    heading: str,
    paragraphs: tuple[str, ...],
    *,
    button: str = "",
    action: str = "",
    fields: tuple[FormField, ...] = (),
    links: tuple[Link, ...] = (),
    error: str = "",
    status: int = 200,
) -> HttpResponse:
    page = AccountStepPage(
        head=Head(title=f"{heading} – {settings.STORE_NAME}", robots="noindex"),
        shared=shared_props(request),
        csrf_token=CSRF_TOKEN,
        heading=heading,
        paragraphs=paragraphs,
        fields=fields,
        error=error,
        button=button,
        action=action,
        links=links,
    )
    return page_response(request, page, 422 if error else status)
