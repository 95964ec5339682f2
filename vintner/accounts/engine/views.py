"""Confirming an e-mail address by the link that was mailed to it."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.views import ConfirmEmailView
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.db import IntegrityError, transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.urls import reverse

from vintner.accounts.engine.address_proof import drop_unproven_access, is_proven
from vintner.accounts.engine.reset_views import lead_to_new_password
from vintner.accounts.engine.step_views import StepMixin
from vintner.customers.middleware import user_of
from vintner.customers.models import User
from vintner.orders.ownership import has_orders_of_guests
from vintner.web.notices import notify_info
from vintner.web.page import Link

TAKEN = "There is an account with this email address already."
OLD = "This link is too old, or was used already. You can ask for a new one in your account."
LOG_IN_FIRST = "Log in to the account that is to have this address first. Then you can confirm it."
OTHER_ACCOUNT = "Another account asked for this address. Log out, log in to that account, and open the link again."
FROM_BEFORE = "After that you choose a new password, because the account was opened before the address was confirmed."
KEYS_DROPPED = (
    "Please choose a new password. The one from before does not open the account any more, because it was set before "
    "the address was confirmed."
)
GUEST_ORDERS_LEAVE = (
    "What you ordered as a guest, without logging in, belongs to the address that it was ordered with: it leaves your "
    "account when the address changes. The links in its emails still open it."
)
GUEST_ORDERS_ADDED = "What you ordered as a guest with this email address is in your account now."


class ConfirmEmailStep(StepMixin, ConfirmEmailView):
    """Asks before it confirms: programs that look through mails open every link.

    Whoever confirms without being logged in to the account proves the address, and gets the account without the keys
    that it had. The new address of a change is confirmed in the account alone that asked for it.
    """

    heading = "Confirm your email address"
    in_account = False

    @property
    def button(self) -> str:  # type: ignore[override]
        return "Confirm" if self.object and self._may_confirm(self.object.email_address) else ""

    @property
    def paragraphs(self) -> tuple[str, ...]:  # type: ignore[override]
        if self.object is None:
            return (OLD,)
        address = self.object.email_address
        if not self._may_confirm(address):
            return (OTHER_ACCOUNT,)
        question = f"Is {address.email} your address?"
        if has_orders_of_guests(address.user):
            return (question, GUEST_ORDERS_LEAVE)
        return (question,) if self._is_inside(address) or is_proven(address.user) else (question, FROM_BEFORE)

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:  # noqa: ANN401 - Django's
        """Lead guests to the log-in where the link changes an account's address."""
        address = self._find_address()
        if address is not None and user_of(request) is None and not self._may_confirm(address):
            messages.info(request, LOG_IN_FIRST)
            return redirect_to_login(request.path, settings.LOGIN_URL)
        return super().dispatch(request, *args, **kwargs)

    def logout_other_user(self, confirmation: object) -> None:
        """Leave whoever is logged in alone: the key alone says whose address is confirmed."""

    def post(self, *args: Any, **kwargs: Any) -> HttpResponse:  # noqa: ANN401 - Django's
        try:
            with transaction.atomic():
                self._lock_owner()
                return self._confirm(*args, **kwargs)
        except IntegrityError:
            messages.error(self.request, TAKEN)
            return HttpResponseRedirect(reverse("account"))
        except Http404:
            self.object = None
            return self.render_to_response({})

    def _confirm(self, *args: Any, **kwargs: Any) -> HttpResponse:  # noqa: ANN401 - Django's
        self.object = self.get_object()  # type: ignore[no-untyped-call]
        address = self.object.email_address
        if not self._may_confirm(address):
            return self.render_to_response({})
        is_first = not self._is_inside(address) and not is_proven(address.user)
        if is_first:
            drop_unproven_access(address.user)
        answer: HttpResponse = super().post(*args, **kwargs)
        if has_orders_of_guests(address.user):
            notify_info(self.request, GUEST_ORDERS_ADDED, Link(label="Your orders", url=reverse("orders")))
        if not is_first:
            return answer
        messages.info(self.request, KEYS_DROPPED)
        return lead_to_new_password(self.request, address.user)

    def _lock_owner(self) -> None:
        """Let uses of links of one account wait for each other: the second finds that the link was used."""
        owner = self.get_object().email_address.user_id  # type: ignore[no-untyped-call]
        User.objects.select_for_update(no_key=True).filter(pk=owner).first()

    def _find_address(self) -> EmailAddress | None:
        try:
            return self.get_object().email_address  # type: ignore[no-untyped-call,no-any-return]
        except Http404:
            return None

    def _may_confirm(self, address: EmailAddress) -> bool:
        return address.email == address.user.email or self._is_inside(address)

    def _is_inside(self, address: EmailAddress) -> bool:
        """Return whether this browser is logged in to the account whose address it is."""
        return self.request.user.pk == address.user_id

    def more_props(self, context: dict[str, Any]) -> dict[str, object]:
        return {"links": (Link(label="To your account", url=reverse("account")),)}
