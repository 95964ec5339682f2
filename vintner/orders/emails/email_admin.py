"""The admin's list of e-mails: sent, waiting, and not delivered."""

from typing import Final

from django.conf import settings
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from unfold.decorators import display

from vintner.orders.emails import delivery
from vintner.orders.emails.outbox_views import PERMISSION
from vintner.orders.models import Email
from vintner.web.admin.bounded_list import BoundedList
from vintner.web.admin.menu import MenuPage
from vintner.web.admin.term_search import find, order_sources

TONES = {"sent": "success", "waiting": "info", "could not be delivered": "danger"}


class StateFilter(admin.SimpleListFilter):
    """Filters e-mails by their state."""

    title = "state"
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        return [("sent", "Sent"), ("waiting", "Waiting"), ("given_up", "Could not be delivered")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Email]) -> QuerySet[Email]:
        match self.value():
            case "sent":
                return queryset.exclude(sent_at=None)
            case "waiting":
                return queryset.filter(sent_at=None, given_up_at=None)
            case "given_up":
                return queryset.filter(sent_at=None).exclude(given_up_at=None)
        return queryset


TEXT: Final = """plain_text(orders_email."to" || ' ' || orders_email.subject)"""
SOURCES: Final = order_sources("orders_email")
"""Where a search for emails looks besides their text."""


def has_outbox(request: HttpRequest) -> bool:
    """Return whether the menu has the outbox: in the demo, for staff who may see orders. A real store has the list."""
    return settings.SANDBOX and request.user.has_perm("orders.view_order")


@admin.register(Email)
class EmailAdmin(BoundedList):
    menu_pages = (MenuPage(title="Outbox", page="outbox", may_open=has_outbox),)
    list_display = ("email", "to", "created_at", "outcome", "tries", "error")
    list_display_links = None
    list_filter = (StateFilter,)
    search_fields = ("id",)  # Django shows the search box for it; `TEXT` and `SOURCES` say what is searched
    search_help_text = "Number of the order, address or subject"
    actions = ("send_again",)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Email], search_term: str
    ) -> tuple[QuerySet[Email], bool]:
        return find(queryset, search_term, text=TEXT, sources=SOURCES, number_of="order"), False

    @display(description="email")
    def email(self, email: Email) -> str:
        return format_html('<a href="{}">{}</a>', reverse("outbox_email", args=[email.pk]), email.subject)

    @display(description="state", label=TONES)
    def outcome(self, email: Email) -> tuple[str, str]:
        return email.state, email.state.capitalize()

    @admin.action(description="Send after all", permissions=["resend"])
    def send_again(self, request: HttpRequest, chosen: QuerySet[Email]) -> None:
        count = delivery.retry(chosen, timezone.now())
        text = f"{count} emails are sent within a minute." if count else "None of these was given up: nothing to do."
        self.message_user(request, text, messages.SUCCESS if count else messages.WARNING)

    def has_resend_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("orders.change_email")

    def has_view_permission(self, request: HttpRequest, obj: Email | None = None) -> bool:
        return request.user.has_perm(PERMISSION)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Email | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Email | None = None) -> bool:
        return False
