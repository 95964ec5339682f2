"""Which express buttons there are, where, and how they look, in the admin."""

from contextlib import suppress
from typing import Final

from django.conf import settings
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Model
from django.forms import Form, ModelForm, TypedMultipleChoiceField
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from procrastinate.contrib.django import app
from procrastinate.exceptions import AlreadyEnqueued
from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget

from vintner.express.button_preview import draw_buttons
from vintner.express.models import ButtonPlace, ExpressSettings, all_places, default_wallets
from vintner.express.wallet_order import WalletOrderField
from vintner.money import currency
from vintner.payments.offered_types import is_wallet_available
from vintner.payments.wallets.rules import Wallet
from vintner.web.admin.single_row_admin import SingleRowAdmin

LOOKS: Final = (
    "Words and theme hold for Apple Pay and Google Pay. Google Pay has no outline: its button is white then. Other "
    "makers draw their buttons in their own way."
)
NO_PLACE: Final = "Choose at least one page for the buttons, or no wallet at all."
NOT_AVAILABLE: Final = "{} cannot pay a store with prices in {} and an account in {}."
NO_HTTPS: Final = "The store's address has no HTTPS: outside the sandbox, wallets open only on pages with HTTPS."
NO_KEY: Final = "The card service's keys are missing, so no button is displayed. Set STRIPE_PUBLISHABLE_KEY."


class ExpressButtonsForm(ModelForm):  # type: ignore[type-arg]  # the class takes no arguments when it runs
    """Refuses wallets without a page for them."""

    wallets = WalletOrderField(
        initial=default_wallets,
        help_text="In the order in which the buttons stand. A shopper sees those that the device and the browser "
        "offer: Apple Pay needs an Apple device. Without any wallet no page has express buttons.",
    )
    places = TypedMultipleChoiceField(
        label="Pages",
        choices=ButtonPlace.choices,
        initial=all_places,
        required=False,
        widget=UnfoldAdminCheckboxSelectMultipleWidget,
        help_text="Coming wines, sold-out wines and wines with a hidden price never have the buttons.",
    )

    def clean_wallets(self) -> list[str]:
        """Refuse wallets by which the store's account cannot be paid."""
        chosen: list[str] = self.cleaned_data["wallets"]
        missing = [Wallet(each).label for each in chosen if not is_wallet_available(Wallet(each))]
        if missing:
            names = " and ".join(missing)
            raise ValidationError(NOT_AVAILABLE.format(names, currency(), settings.ACCOUNT_COUNTRY), code="unavailable")
        return chosen

    def clean(self) -> dict[str, object]:
        cleaned: dict[str, object] = super().clean() or self.cleaned_data
        if cleaned.get("wallets") and not cleaned.get("places"):
            self.add_error("places", NO_PLACE)
        return cleaned


@admin.register(ExpressSettings)
class ExpressButtonsAdmin(SingleRowAdmin):
    """There is one row at most. It is added when the merchant first chooses wallets, and is not deleted."""

    form = ExpressButtonsForm
    list_display = ("__str__", "chosen", "height", "login_first")
    readonly_fields = ("state", "preview")
    fieldsets = (
        (None, {"fields": ("state", "wallets", "places", "login_first")}),
        ("How the buttons look", {"fields": ("kind", "theme", "height", "preview"), "description": LOOKS}),
    )

    @admin.display(description="now")
    def state(self, row: ExpressSettings) -> SafeString | str:
        """Say whether shoppers see buttons, and what is missing for it outside this page."""
        if row._state.adding or not row.wallets:
            return "No page has express buttons."
        missing = [] if settings.STRIPE_PUBLISHABLE_KEY else [NO_KEY]
        if not settings.HTTPS and not settings.SANDBOX:
            missing.append(NO_HTTPS)
        return format_html(
            "Express buttons are on. {} Wallets need the store's domain at the card service: "
            '<a class="underline" href="{}">see the payment health</a>.',
            " ".join(missing),
            reverse("payments_health"),
        )

    @admin.display(description="wallets")
    def chosen(self, row: ExpressSettings) -> str:
        return ", ".join(Wallet(each).label for each in row.wallets) or "none"

    @admin.display(description="preview")
    def preview(self, row: ExpressSettings) -> SafeString | str:
        if row._state.adding or not row.wallets:
            return "Save the wallets to see the buttons."
        return draw_buttons(row)

    def save_model(self, request: HttpRequest, obj: Model, form: Form, change: bool) -> None:
        """Save, and let a job ask the card service about the domain that wallets need."""
        super().save_model(request, obj, form, change)
        with suppress(AlreadyEnqueued), transaction.atomic():
            app.configure_task("payments.check_domain").defer()

    def has_delete_permission(self, request: HttpRequest, obj: ExpressSettings | None = None) -> bool:
        return False
