"""Changing the e-mail address of the account."""

from typing import Any

from allauth.account.decorators import reauthentication_required
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.views.decorators.http import require_POST
from django.views.generic.edit import FormView

from vintner.accounts.engine.email_change import cancel_email_change, request_email_change
from vintner.accounts.engine.step_views import StepMixin
from vintner.accounts.engine.views import GUEST_ORDERS_LEAVE
from vintner.accounts.security.links import security_link
from vintner.customers.middleware import customer_of
from vintner.orders.ownership import has_orders_of_guests
from vintner.refusal import Refusal
from vintner.web.email_addresses import AddressField
from vintner.web.rate_limits import count_try

SENT = "A link is on its way to {email}. The address of your account changes once it is opened."
BAD_EMAIL = "Please enter a valid email address."
TOO_MANY = "Too many tries. Please wait an hour."


class ChangeEmailForm(forms.Form):
    """Asks for the new e-mail address."""

    email = AddressField(
        label="New email address",
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        error_messages={"required": BAD_EMAIL, "invalid": BAD_EMAIL},
    )


@method_decorator([login_required, reauthentication_required(app="allauth.account")], name="dispatch")
class ChangeEmailView(StepMixin, FormView):  # type: ignore[type-arg]
    """Asks for the new address and mails a link there."""

    form_class = ChangeEmailForm
    heading = "Change your email address"
    paragraphs = ("You log in with this address, and we write to it about your orders.",)
    button = "Mail me the link"

    def form_valid(self, form: forms.Form) -> HttpResponse:
        user, email = customer_of(self.request), form.cleaned_data["email"]
        try:
            if not count_try("email_changes", str(user.pk)):
                raise Refusal("too_many", TOO_MANY, "email")
            request_email_change(user, email)
        except Refusal as refusal:
            form.add_error("email", refusal.message)
            return self.form_invalid(form)
        messages.success(self.request, SENT.format(email=email))
        return HttpResponseRedirect(reverse("security"))

    def more_props(self, context: dict[str, Any]) -> dict[str, object]:
        more = (GUEST_ORDERS_LEAVE,) if has_orders_of_guests(customer_of(self.request)) else ()
        return {"links": (security_link(),), "paragraphs": (*self.paragraphs, *more)}


@require_POST
@login_required
def keep_email(request: HttpRequest) -> HttpResponse:
    """Forget the change that was not confirmed."""
    cancel_email_change(customer_of(request))
    return HttpResponseRedirect(reverse("security"))
