"""The form by which staff sends the boxes of a subscription to another address."""

from collections.abc import Mapping
from typing import Final

from django.utils import timezone

from vintner.back_office.subscriptions.forms import MAILED, SubscriptionForm
from vintner.customers.models import User
from vintner.shipping.address_form import SHIPPING, book_fields, read_saved_address
from vintner.shipping.admin_inputs import make_address_inputs
from vintner.shipping.regions import Address
from vintner.subscriptions.changes import own_actions
from vintner.subscriptions.models import Subscription

INTRO: Final = (
    "Later boxes go there, and one that waits to be paid, too. An order of it that is not paid is canceled and placed"
    " anew. An address to which wine may not go is refused."
)


class AddressForm(SubscriptionForm):
    """Changes the address of a subscription. Its fields begin with the one in use."""

    button = "Save the address"
    intro = f"{INTRO} {MAILED}"

    def __init__(self, subscription: Subscription, data: Mapping[str, object] | None) -> None:
        super().__init__(subscription, data)
        self.fields |= make_address_inputs(SHIPPING, book_fields(SHIPPING))
        current = Address.read(subscription.shipping or subscription.billing).stored()
        self.initial = {f"{SHIPPING}_{name}": value for name, value in current.items()}

    def clean(self) -> dict[str, object]:
        """Read the address, and say at its field what is wrong with each."""
        values: dict[str, object] = super().clean() or self.cleaned_data
        self.address, refused = read_saved_address(SHIPPING, {name: str(value) for name, value in values.items()})
        for refusal in refused:
            self.add_error(refusal.field if refusal.field in self.fields else None, refusal.message)
        return values

    def act(self, by: User) -> str:
        about_box = own_actions.change_address(self.subscription.pk, self.address, timezone.now(), by=by)
        return f"The address is changed. {about_box}".strip()
