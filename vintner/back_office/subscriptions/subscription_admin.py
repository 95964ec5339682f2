"""Subscriptions in the admin: to be read, and changed by named actions only, as subscribers change theirs."""

from collections.abc import Callable
from typing import ClassVar, Final

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from unfold.dataclasses import UnfoldAction
from unfold.decorators import action

from vintner.back_office.subscriptions import forms
from vintner.back_office.subscriptions.address_form import AddressForm
from vintner.back_office.subscriptions.cancel_form import CancelForm
from vintner.back_office.subscriptions.retry_form import RetryForm
from vintner.back_office.subscriptions.subscription_list_admin import PAUSED, TONES, SubscriptionList, describe_state
from vintner.catalogue.models import Variation
from vintner.catalogue.plans.words import count_boxes
from vintner.catalogue.wine_label import label_of, labelled
from vintner.customers.models import User
from vintner.refusal import Refusal
from vintner.shipping.regions import Address
from vintner.subscriptions.box_dates import next_due
from vintner.subscriptions.changes import undo
from vintner.subscriptions.dates import day_of
from vintner.subscriptions.models import Box, Subscription
from vintner.subscriptions.rules import CHARGEABLE, ENDED, OPEN_BOXES, BoxState, SubscriptionStatus
from vintner.web.numbers import whole

OFFERED_IF: Final[dict[str, Callable[[Subscription], bool]]] = {
    "skip": lambda each: each.status in CHARGEABLE and not each.is_paused,
    "delay": lambda each: each.status == SubscriptionStatus.ACTIVE,
    "pause": lambda each: each.status == SubscriptionStatus.ACTIVE and each.longest_pause > 0,
    "resume": lambda each: each.is_paused,
    "reactivate": lambda each: each.may_reactivate(timezone.now()),
    "unskip": lambda each: undo.find_skipped(each, timezone.now()) is not None,
    "change_address": lambda each: each.status in CHARGEABLE,
    "cancel": lambda each: each.status not in ENDED,
    "retry": lambda each: each.method_id is not None and each.boxes.filter(state=BoxState.ACTION).exists(),
}
"""Actions that are offered at the top of some subscriptions only."""


@admin.register(Subscription)
class SubscriptionAdmin(SubscriptionList):
    change_form_template = "back_office/subscriptions/subscription.html"
    actions_detail = (
        "retry",
        "skip",
        "unskip",
        "delay",
        "pause",
        "resume",
        "change_address",
        "cancel",
        "reactivate",
        "write_note",
    )  # type: ignore[assignment]  # declared as the empty tuple
    actions_list = ("show_renewals",)  # type: ignore[assignment]  # declared as the empty tuple
    readonly_fields = tuple(field.name for field in Subscription._meta.fields)
    fields: ClassVar[tuple[str, ...]] = ()

    class Media:
        css: ClassVar[dict[str, tuple[str, ...]]] = {"all": ("orders/admin.css",)}

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        """Show the subscription's page; nothing on it is saved by the admin's form."""
        if request.method == "POST":
            raise PermissionDenied
        subscription = self._subscription(request, object_id)
        context = _page_context(subscription) if self.has_view_permission(request, subscription) else {}
        context["may_change"] = self.has_change_permission(request, subscription)
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **context})

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        """Lead to the history on the subscription's page: what staff did is in it."""
        subscription = self._subscription(request, object_id)
        if not self.has_view_permission(request, subscription):
            raise PermissionDenied
        return redirect("admin:subscriptions_subscription_change", subscription.pk)

    def get_actions_detail(self, request: HttpRequest, object_id: int) -> list[UnfoldAction]:
        """Offer at the top what can be done to this subscription as it stands."""
        subscription = Subscription.objects.filter(pk=object_id).first()
        allowed = super().get_actions_detail(request, object_id)
        return [each for each in allowed if subscription is None or _is_offered(subscription, each.action_name)]

    @action(description="Try again", url_path="retry", permissions=["change"], icon="replay")  # type: ignore[operator]
    def retry(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self._show_form(request, object_id, "Try again", RetryForm)

    @action(description="Skip a box", url_path="skip", permissions=["change"], icon="skip_next")  # type: ignore[operator]
    def skip(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self._show_form(request, object_id, "Skip the next box", forms.SkipForm)

    @action(description="Take back the skip", url_path="unskip", permissions=["change"], icon="undo")  # type: ignore[operator]
    def unskip(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self._show_form(request, object_id, "Take back the skip", forms.UnskipForm)

    @action(description="Delay a box", url_path="delay", permissions=["change"], icon="event")  # type: ignore[operator]
    def delay(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self._show_form(request, object_id, "Delay the next box", forms.DelayForm)

    @action(description="Pause", url_path="pause", permissions=["change"], icon="pause")  # type: ignore[operator]
    def pause(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self._show_form(request, object_id, "Pause", forms.PauseForm)

    @action(description="Go on", url_path="resume", permissions=["change"], icon="play_arrow")  # type: ignore[operator]
    def resume(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self._show_form(request, object_id, "Go on after the pause", forms.ResumeForm)

    @action(description="Change address", url_path="address", permissions=["change"], icon="home_pin")  # type: ignore[operator]
    def change_address(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self._show_form(request, object_id, "Change the address", AddressForm)

    @action(description="Cancel", url_path="cancel", permissions=["change"], icon="block")  # type: ignore[operator]
    def cancel(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self._show_form(request, object_id, "Cancel", CancelForm)

    @action(description="Take back the cancellation", url_path="reactivate", permissions=["change"], icon="undo")  # type: ignore[operator]
    def reactivate(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self._show_form(request, object_id, "Take back the cancellation", forms.ReactivateForm)

    @action(description="Write a note", url_path="note", permissions=["change"], icon="edit_note")  # type: ignore[operator]
    def write_note(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self._show_form(request, object_id, "Write a note", forms.SubscriptionNoteForm)

    @action(description="The next 30 days", url_path="next-days", permissions=["view"], icon="event_upcoming")  # type: ignore[operator]
    def show_renewals(self, request: HttpRequest) -> HttpResponse:
        return redirect("renewals")

    def _subscription(self, request: HttpRequest, object_id: str) -> Subscription:
        """Return the subscription that an action is about. Raises Http404 for one that is missing."""
        number = whole(unquote(object_id))
        if number is None:
            raise Http404
        return get_object_or_404(self.get_queryset(request), pk=number)

    def _show_form(
        self, request: HttpRequest, object_id: str, heading: str, kind: type[forms.SubscriptionForm]
    ) -> HttpResponse:
        """Show a form about a subscription; when it is filled in, do it and go back to the subscription."""
        subscription = self._subscription(request, object_id)
        form = kind(subscription, request.POST if request.method == "POST" else None)
        heading = form.heading or heading
        action_name = request.resolver_match.url_name if request.resolver_match is not None else None
        if not form.problem and not _is_offered(subscription, action_name or ""):
            state = "paused" if subscription.is_paused else subscription.get_status_display().lower()
            form.problem = f"The subscription is {state}."
        if request.method == "POST" and isinstance(request.user, User) and form.is_valid():
            try:
                self.message_user(request, form.act(request.user), messages.SUCCESS)
                return redirect("admin:subscriptions_subscription_change", subscription.pk)
            except Refusal as refusal:
                form.add_error(refusal.field if refusal.field in form.fields else None, refusal.message)
        context = {
            **self.admin_site.each_context(request),
            "title": f"{heading}: subscription {subscription.number}",
            "opts": self.opts,
            "subscription": subscription,
            "heading": heading,
            "about": _describe(subscription),
            "form": form,
            "button": "" if form.problem else form.button,
        }
        return TemplateResponse(request, "back_office/subscriptions/form.html", context)


def _is_offered(subscription: Subscription, action_name: str) -> bool:
    """Return whether an action can be done to a subscription as it stands. `action_name` is that of its address."""
    name = action_name.removeprefix("subscriptions_subscription_")
    return name not in OFFERED_IF or OFFERED_IF[name](subscription)


def _wine_of(subscription: Subscription) -> str:
    wine = labelled(Variation.objects.all()).get(pk=subscription.variation_id)
    return f"{subscription.quantity} × {label_of(wine).text}"


def _describe(subscription: Subscription) -> list[str]:
    """Return what a form is about: wine, subscriber, the next box and its date."""
    who = Address.read(subscription.billing).name
    about = [_wine_of(subscription), f"{who}, {subscription.email}" if who else subscription.email]
    box = subscription.boxes.filter(state__in=[each.value for each in OPEN_BOXES]).first()
    if box is not None:
        about.append(f"Box {box.number}, due on {day_of(next_due(subscription, box))}: {describe_state(box).lower()}")
    return about


def _page_context(subscription: Subscription) -> dict[str, object]:
    terms = [f"A box {subscription.cadence.words}"]
    if subscription.trial_price is not None:
        trial = count_boxes(subscription.trial_boxes, subscription.quantity)
        terms.append(f"{trial} at the trial price of {subscription.trial_price}")
    if subscription.least_boxes:
        terms.append(f"at least {count_boxes(subscription.least_boxes, subscription.quantity)}")
    if subscription.most_boxes:
        terms.append(f"at most {count_boxes(subscription.most_boxes, subscription.quantity)}")
    return {
        "title": f"Subscription {subscription.number}",
        "subscriber": Address.read(subscription.billing).name or subscription.email,
        "tone": TONES.get(PAUSED if subscription.is_paused else subscription.status, "default"),
        "state": "Paused" if subscription.is_paused else subscription.get_status_display(),
        "wine": _wine_of(subscription),
        "terms": ", ".join(terms),
        "billing": Address.read(subscription.billing).lines(),
        "shipping": Address.read(subscription.shipping).lines(),
        "boxes": _boxes(subscription),
        "events": subscription.events.select_related("by").order_by("-id")[:200],
        "notices": subscription.notices.order_by("-id")[:60],
        "consent": getattr(subscription, "consent", None),
        "announced": subscription.announced_prices.filter(applied_at=None).first(),
    }


def _boxes(subscription: Subscription) -> list[Box]:
    """Return the newest boxes, each with the words for its state and the date on which it comes."""
    found = list(subscription.boxes.select_related("order").order_by("-number")[:60])
    for box in found:
        box.words = describe_state(box)  # type: ignore[attr-defined]  # for the template
        box.comes_at = next_due(subscription, box)  # type: ignore[attr-defined]
    return found
