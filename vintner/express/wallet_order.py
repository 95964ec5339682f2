"""The form field for wallets in an order: a select box for each button."""

from collections.abc import Callable
from typing import Final

from django.core.exceptions import ValidationError
from django.forms import ChoiceField, MultiValueField, MultiWidget, Widget
from unfold.widgets import UnfoldAdminSelectWidget

from vintner.express.models import WALLET_CHOICES
from vintner.payments.wallets.rules import Wallet

BUTTONS: Final = ("First button", "Second button", "Third button", "Fourth button", "Fifth button")
NO_BUTTON: Final = ("", "no button")
TWICE: Final = "{wallet} is chosen twice. Choose each wallet for one button."


class WalletOrderWidget(MultiWidget):
    """Displays the select boxes, one below the other."""

    template_name = "express/wallet_order.html"

    def __init__(self) -> None:
        boxes: dict[str, Widget | type[Widget]] = {
            str(number): UnfoldAdminSelectWidget(attrs={"aria-label": name}, choices=[NO_BUTTON, *WALLET_CHOICES])
            for number, name in enumerate(BUTTONS)
        }
        super().__init__(boxes)

    def decompress(self, value: list[str] | None) -> list[str]:
        chosen = list(value or ())[: len(BUTTONS)]
        return [*chosen, *[""] * (len(BUTTONS) - len(chosen))]


class WalletOrderField(MultiValueField):
    """Gives the chosen wallets as a list without gaps. A wallet that is chosen twice is an error."""

    _choices = WALLET_CHOICES
    """By which the history names them (web/admin/opened_values.py)."""

    def __init__(self, *, initial: Callable[[], list[str]], help_text: str) -> None:
        fields = [ChoiceField(choices=[NO_BUTTON, *WALLET_CHOICES], required=False) for _ in BUTTONS]
        super().__init__(
            fields,
            widget=WalletOrderWidget(),
            require_all_fields=False,
            required=False,
            initial=initial,
            help_text=help_text,
        )

    def has_changed(self, initial: list[str] | None, data: list[str] | None) -> bool:
        """Compare all boxes: those behind the last wallet are blank."""
        return super().has_changed(self.widget.decompress(initial), data)

    def compress(self, data_list: list[str]) -> list[str]:
        chosen = [name for name in data_list if name]
        for name in chosen:
            if chosen.count(name) > 1:
                raise ValidationError(TWICE.format(wallet=Wallet(name).label), code="twice")
        return chosen
