"""The form by which staff sends the boxes of a subscription to another address, or corrects its bill's."""

from collections.abc import Mapping
from typing import Final

from django.forms import BooleanField, HiddenInput
from django.utils import timezone

from vintner.back_office.subscriptions.forms import MAILED, SubscriptionForm
from vintner.customers.models import User
from vintner.shipping.address_form import SHIPPING, book_fields, read_saved_address
from vintner.shipping.admin_inputs import make_address_inputs
from vintner.subscriptions.addresses import billing_of, has_bad_bill, shipping_of
from vintner.subscriptions.changes import own_actions
from vintner.subscriptions.models import Subscription

INTRO: Final = (
    "Later boxes go there, and one that waits to be paid, too. An order of it that is not paid is canceled and placed"
    " anew. An address to which wine may not go is refused."
)

BILL_INTRO: Final = (
    "This is the billing address, because it cannot be used as it is. The boxes go where they went: you can change that"
    " afterwards."
)


class AddressForm(SubscriptionForm):
    """Changes the address of a subscription; that of its bill while that alone cannot be used. Its fields begin with
    the one in use, and say at once what is wrong with it.
    """

    button = "Save the address"
    bill = BooleanField(widget=HiddenInput, required=False)
    """Whether the form was shown for the bill."""

    def __init__(self, subscription: Subscription, data: Mapping[str, object] | None) -> None:
        is_bill = has_bad_bill(subscription)
        current = (billing_of if is_bill else shipping_of)(subscription).stored()
        in_use = {"bill": is_bill, **{f"{SHIPPING}_{name}": value for name, value in current.items()}}
        super().__init__(subscription, in_use if data is None else data)
        self.fields |= make_address_inputs(SHIPPING, book_fields(SHIPPING), is_parcel=not is_bill)
        self.heading = "Change the billing address" if is_bill else ""
        self.intro = f"{BILL_INTRO if is_bill else INTRO} {MAILED}"

    def clean(self) -> dict[str, object]:
        """Read the address, and say at its field what is wrong with each."""
        values: dict[str, object] = super().clean() or self.cleaned_data
        self.address, refused = read_saved_address(SHIPPING, {name: str(value) for name, value in values.items()})
        for refusal in refused:
            self.add_error(refusal.field if refusal.field in self.fields else None, refusal.message)
        return values

    def act(self, by: User) -> str:
        number = self.subscription.pk
        if self.cleaned_data["bill"]:
            about_box = own_actions.change_bill(number, self.address, by=by)
        else:
            about_box = own_actions.change_address(number, self.address, timezone.now(), by=by)
        return f"The address is changed. {about_box}".strip()
