"""What subscribers do on a subscription's page in the account: forms that post, and work without JavaScript."""

from collections.abc import Callable
from datetime import datetime
from functools import wraps

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods

from vintner.cart import carts
from vintner.cart.middleware import set_cookies, visitor_of
from vintner.customers.middleware import customer_required
from vintner.customers.models import User
from vintner.refusal import Refusal
from vintner.subscriptions.area.account_views import UNDELAY, show_subscription
from vintner.subscriptions.changes import own_actions
from vintner.subscriptions.changes.change_emails import due_day, next_box_words, runs_out_words
from vintner.subscriptions.dates import DATE_FIELD, day_of, morning, read_day, same_time
from vintner.subscriptions.models import Box, Subscription
from vintner.subscriptions.rules import ENDED, OPEN_BOXES

Act = Callable[..., HttpResponse | None]
"""Does something with a customer's own subscription. Raises Refusal. Without an answer its page is shown."""
DATE_FORMS = frozenset({"delay", "pause"})


def _action(name: str) -> Callable[[Act], Callable[..., HttpResponse]]:
    """Let a function act on a customer's own subscription. What it refuses stands at its form, or above the page."""

    def decorate(act: Act) -> Callable[..., HttpResponse]:
        def answer(request: HttpRequest, user: User, /, number: int, **more: str) -> HttpResponse:
            subscription = Subscription.objects.filter(pk=number, user=user).first()
            if subscription is None:
                raise Http404
            if request.method != "POST":  # a page that was reloaded, or that the log-in leads back to
                return redirect("view_subscription", number)
            try:
                done = act(request, user, subscription, timezone.now(), **more)
            except Refusal as refusal:
                if name in DATE_FORMS and refusal.field:
                    typed = {name: request.POST.get(DATE_FIELD, "")[:10]}
                    return show_subscription(request, user, number, errors={name: refusal.message}, typed=typed)
                messages.error(request, refusal.message)
                done = None
            return done or redirect("view_subscription", number)

        return wraps(act)(require_http_methods(["GET", "HEAD", "POST"])(customer_required("subscriptions")(answer)))

    return decorate


@_action("skip")
def skip(request: HttpRequest, user: User, subscription: Subscription, now: datetime) -> None:
    following = own_actions.skip(subscription.pk, now, by=user, box_number=_box_number(request))
    messages.success(request, f"The box is skipped. The next one is due on {due_day(following)}.")


@_action("unskip")
def unskip(request: HttpRequest, user: User, subscription: Subscription, now: datetime) -> None:
    box = own_actions.unskip(subscription.pk, now, by=user)
    messages.success(request, f"The box is not skipped after all. It is due on {due_day(box)}.")


@_action("delay")
def delay(request: HttpRequest, user: User, subscription: Subscription, now: datetime) -> HttpResponse:
    box = _open_box(subscription)
    to = same_time(read_day(request.POST.get(DATE_FIELD, "")), box.due_at if box is not None else now)
    delayed, former = own_actions.delay(subscription.pk, to, now, by=user, box_number=_box_number(request))
    messages.success(request, f"The box is delayed to {day_of(delayed.due_at)}. Later boxes follow it.")
    page = reverse("view_subscription", args=[subscription.pk])
    return redirect(f"{page}?{urlencode({UNDELAY: former.sign()})}")


@_action("undelay")
def undelay(request: HttpRequest, user: User, subscription: Subscription, now: datetime, *, former: str) -> None:
    box = own_actions.undelay(subscription.pk, former, now, by=user)
    messages.success(request, f"The box is not delayed after all. It is due on {due_day(box)}.")


@_action("pause")
def pause(request: HttpRequest, user: User, subscription: Subscription, now: datetime) -> None:
    until = morning(read_day(request.POST.get(DATE_FIELD, "")))
    box = own_actions.pause(subscription.pk, until, now, by=user)
    sentence = f"The subscription is paused until {day_of(until)}. Nothing is charged until then."
    messages.success(request, f"{sentence} {next_box_words(due_day(box))}")


@_action("resume")
def resume(request: HttpRequest, user: User, subscription: Subscription, now: datetime) -> None:
    own_actions.resume(subscription.pk, now, by=user)
    messages.success(request, "The subscription goes on.")


@_action("cancel")
def cancel(request: HttpRequest, user: User, subscription: Subscription, now: datetime) -> None:
    cancelled = own_actions.cancel(subscription.pk, now, by=user)
    messages.success(request, f"The subscription is canceled. {runs_out_words(cancelled)}")


@_action("reactivate")
def reactivate(request: HttpRequest, user: User, subscription: Subscription, now: datetime) -> None:
    messages.success(request, " ".join(own_actions.reactivate(subscription.pk, now, by=user)))


@_action("resubscribe")
def resubscribe(request: HttpRequest, user: User, subscription: Subscription, now: datetime) -> HttpResponse:
    """Put the wine into the cart anew, at today's price and on today's terms."""
    if subscription.status not in ENDED:
        raise Refusal("living", "This subscription has not ended: there is no need to subscribe again.")
    cart = carts.add_to_cart(visitor_of(request), subscription.variation, subscription.quantity, now=now)
    messages.success(request, "The wine is in your cart, at today’s price and on today’s terms.")
    response = redirect("cart")
    set_cookies(response, carts.quote_cart(cart, now=now))
    return response


def _box_number(request: HttpRequest) -> int:
    """Return the box that the page showed: what was meant for it does not happen to the next one."""
    text = request.POST.get("box", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0


def _open_box(subscription: Subscription) -> Box | None:
    return subscription.boxes.filter(state__in=[each.value for each in OPEN_BOXES]).first()
