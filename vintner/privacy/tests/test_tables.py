"""Every table that may name a customer has been thought of."""

from typing import Final

from django.apps import apps
from django.db.models import CASCADE, EmailField, Model
from django.db.models.fields.related import ForeignKey

from vintner.customers.models import User

WITH_ACCOUNT: Final = {
    *("account.EmailAddress", "mfa.Authenticator", "usersessions.UserSession"),
    *("accounts.CustomerProfile", "accounts.ProfilePicture", "accounts.SavedAddress"),
    *(
        "cart.Cart",
        "favourites.Favourite",
        "favourites.SharedList",
        "attribution.CustomerAttribution",
        "payments.ProviderCustomer",
        "payments.CardSetup",
        "privacy.Export",
        "store_mode.BannerDismissal",
    ),
}
"""Their rows are deleted with the account."""
BLOTTED: Final = {
    *("orders.Order", "orders.OrderEvent", "orders.OrderEdit", "orders.Email", "shipping.Sent"),
    "orders.Shipment",
    *("payments.Payment", "privacy.Erasure"),
    *("subscriptions.Subscription", "subscriptions.SubscriptionEvent", "subscriptions.SubscriptionNotice"),
}
"""Their rows stay and name nobody."""
DELETED: Final = {
    *("customers.User", "catalogue.Review", "alerts.Alert", "alerts.DigestReader"),
    *("newsletter.NewsletterReader", "content.ContactMessage"),
}
OF_STAFF: Final = {"admin.LogEntry", "catalogue.StockMovement", "orders.Refund"}
"""What staff did. Accounts of staff are not erased; the names of customers in the log are taken out."""


def test_each_has_a_rule_for_erasing() -> None:
    named = {model._meta.label for model in apps.get_models() if _names_somebody(model)}
    missing = named - WITH_ACCOUNT - BLOTTED - DELETED - OF_STAFF
    assert missing == set(), "Decide in privacy/erase.py, collect.py and docs/behaviour/accounts.md."


def test_what_goes_with_the_account_is_bound_to_it() -> None:
    for label in WITH_ACCOUNT:
        [key] = [each for each in apps.get_model(label)._meta.local_fields if each.related_model is User]
        assert isinstance(key, ForeignKey)
        assert key.remote_field.on_delete is CASCADE, label


def _names_somebody(model: type[Model]) -> bool:
    return any(
        field.related_model is User or isinstance(field, EmailField) or field.name in ("phone", "address_1")
        for field in model._meta.local_fields
    )
