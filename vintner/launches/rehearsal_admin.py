"""The page on which staff rehearses a launch: what will be, what to check, the e-mail, and cancelling it."""

from typing import Final

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.utils import timezone
from unfold.decorators import action

from vintner.customers.models import User
from vintner.launches.models import LaunchPlan
from vintner.launches.plans import add_missing_rows, cancel_plan
from vintner.launches.rehearsal import check_plan, preview_email, send_to
from vintner.refusal import Refusal
from vintner.web.admin.checked_admin import CheckedAdmin
from vintner.web.numbers import whole

CHOICES: Final = {"unpublish": True, "keep": False}
"""Values of the field `cancel`: whether the wine leaves the shop."""


class RehearsedAdmin(CheckedAdmin):
    """Adds the page to the admin of launches."""

    actions_detail = ("rehearse",)  # type: ignore[assignment]  # declared as the empty tuple

    @action(description="Rehearse or cancel", url_path="rehearse", permissions=["view"], icon="theaters")  # type: ignore[operator]
    def rehearse(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Show the page; a POST sends the e-mail to whoever asks, or cancels the launch."""
        plan = self._plan(request, object_id)
        if request.method == "POST":
            if not plan.is_open or not self.has_change_permission(request, plan):
                raise PermissionDenied
            self._act(request, plan)
            return HttpResponseRedirect(request.path)
        if plan.is_open:
            add_missing_rows(plan)
        context = {
            **self.admin_site.each_context(request),
            "title": f"Rehearsal: {plan.product}",
            "opts": self.opts,
            "plan": plan,
            "points": check_plan(plan),
            "email": preview_email(plan),
            "may_change": plan.is_open and self.has_change_permission(request, plan),
        }
        return TemplateResponse(request, "launches/rehearsal.html", context)

    def _act(self, request: HttpRequest, plan: LaunchPlan) -> None:
        choice = request.POST.get("cancel", "")
        if choice in CHOICES:
            try:
                cancel_plan(plan.pk, timezone.now(), unpublish=CHOICES[choice])
            except Refusal as refusal:
                self.message_user(request, refusal.message, messages.ERROR)
            else:
                self.log_change(request, plan, "Canceled")
                self.message_user(request, "The launch is canceled.", messages.SUCCESS)
        elif "send" in request.POST and isinstance(request.user, User):
            send_to(plan, request.user.email)
            self.message_user(request, f"The email is on its way to {request.user.email}.", messages.SUCCESS)
        else:
            self.message_user(request, "Choose what becomes of the wine.", messages.ERROR)

    def _plan(self, request: HttpRequest, object_id: str) -> LaunchPlan:
        number = whole(object_id)
        if number is None:
            raise Http404
        plan: LaunchPlan = get_object_or_404(LaunchPlan.objects.select_related("product", "notice"), pk=number)
        if not self.has_view_permission(request, plan):
            raise PermissionDenied
        return plan
