"""Confirming an e-mail address by the link that was mailed to it."""

from typing import Any

from allauth.account.views import ConfirmEmailView
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from vintner.accounts.engine.step_views import StepMixin
from vintner.customers.models import User
from vintner.web.page import Link

TAKEN = "There is an account with this e-mail address already."


class ConfirmEmailStep(StepMixin, ConfirmEmailView):
    """Asks before it confirms: programs that look through mails open every link."""

    heading = "Confirm your email address"
    in_account = False

    @property
    def button(self) -> str:  # type: ignore[override]
        return "Confirm" if self.object else ""

    @property
    def paragraphs(self) -> tuple[str, ...]:  # type: ignore[override]
        if self.object is None:
            return ("This link is too old, or was used already. You can ask for a new one in your account.",)
        return (f"Is {self.object.email_address.email} your address?",)

    def logout_other_user(self, confirmation: object) -> None:
        """Leave whoever is logged in alone: the key alone says whose address is confirmed."""

    def post(self, *args: Any, **kwargs: Any) -> HttpResponse:  # noqa: ANN401 - Django's
        try:
            with transaction.atomic():
                self._lock_owner()
                return super().post(*args, **kwargs)
        except IntegrityError:
            messages.error(self.request, TAKEN)
            return HttpResponseRedirect(reverse("account"))
        except Http404:
            self.object = None
            return self.render_to_response({})

    def _lock_owner(self) -> None:
        """Let uses of links of one account wait for each other: the second finds that the link was used."""
        owner = self.get_object().email_address.user_id  # type: ignore[no-untyped-call]
        User.objects.select_for_update(no_key=True).filter(pk=owner).first()

    def more_props(self, context: dict[str, Any]) -> dict[str, object]:
        return {"links": (Link(label="To your account", url=reverse("account")),)}
