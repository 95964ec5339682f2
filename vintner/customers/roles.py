"""The roles of staff: groups that every store has once it is set up. Superusers may change what a role may do."""

from fnmatch import fnmatchcase
from typing import Final

from django.apps import apps
from django.contrib.auth.management import create_permissions
from django.contrib.auth.models import Group, Permission
from django.db import transaction

from vintner.customers.models import GivenPermission

MANAGER: Final = "Shop manager"
PACKER: Final = "Packer"
EDITOR: Final = "Editor"
VIEWER: Final = "Viewer"
_TEXTS: Final = (
    *("product", "productfact", "gallerypicture", "picture", "category", "tag", "attribute", "attributevalue"),
    *("producer", "producerslide", "relatedmaterial", "criticscore", "setitem"),
)
"""What an editor writes. Prices and stock are at the variations; without them a wine's tax, delivery and age check are
only read (catalogue/admin/product_admin.py).
"""
_PAGES: Final = ("content", "homepromise", "storedetails")
_WRITTEN: Final = tuple(f"content.*_{model}" for model in _PAGES)
_WRITTEN_VIEWS: Final = tuple(f"content.view_{model}" for model in _PAGES)
"""What stands on pages. Messages of visitors are for managers alone."""
PERMISSIONS: Final[dict[str, tuple[str, ...]]] = {
    MANAGER: (
        *("catalogue.*", "pricing.*", "shipping.*", "notices.*"),
        *(
            "orders.view_*",
            "orders.add_ordernumbering",
            "orders.change_*",
            "payments.view_*",
            "payments.move_money",
            "cart.view_*",
        ),
        "payments.change_storedomain",
        *("customers.view_user", "customers.change_user", "accounts.view_accountfield", "accounts.change_accountfield"),
        *("accounts.view_customerprofile", "accounts.view_savedaddress", "privacy.*"),
        *("launches.*", "content.*"),
        *("subscriptions.view_*", "subscriptions.change_subscription"),
        *("favourites.view_wantedwine", "favourites.view_sharedlist", "favourites.delete_sharedlist"),
        *("store_mode.view_*", "store_mode.change_storevisibility", "store_mode.enter_closed_store"),
        *("store_mode.add_previewlink", "store_mode.change_previewlink"),
        *("alerts.view_alert", "alerts.delete_alert", "newsletter.view_*", "newsletter.delete_*"),
        "analytics.view_eventcount",
        "consent.view_consentrecord",
        *("express.view_expresssettings", "express.add_expresssettings", "express.change_expresssettings"),
    ),
    PACKER: (
        *("orders.view_order", "orders.change_order"),
        *("catalogue.view_product", "catalogue.view_variation", "catalogue.change_variation"),
        *("catalogue.view_stockmovement", "shipping.view_*"),
    ),
    EDITOR: (
        "catalogue.view_*",
        *(f"catalogue.{action}_{model}" for action in ("add", "change", "delete") for model in _TEXTS),
        *("catalogue.change_review", "notices.*", *_WRITTEN),
    ),
    VIEWER: (
        *("catalogue.view_*", "pricing.view_*", "shipping.view_*", "notices.view_*", *_WRITTEN_VIEWS),
        *("orders.view_order", "payments.view_*", "analytics.view_eventcount", "subscriptions.view_*"),
    ),
}
"""Role → its permissions, by patterns of application and codename."""


def make_roles(**_: object) -> None:
    """Make the roles that are not there, and give each what it was never given: the permissions of a new version.

    What superusers have taken from a role, it was given before; so it stays away.
    """
    for config in apps.get_app_configs():  # Django makes the permissions of an application when its own turn comes
        create_permissions(config, verbosity=0)
    every = list(Permission.objects.select_related("content_type"))
    for role in PERMISSIONS:
        with transaction.atomic():
            group, _is_new = Group.objects.get_or_create(name=role)
            given = set(GivenPermission.objects.filter(group=group).values_list("permission_id", flat=True))
            new = [each for each in every if each.pk not in given and _belongs(each, role)]
            group.permissions.add(*new)
            GivenPermission.objects.bulk_create(GivenPermission(group=group, permission=each) for each in new)


def _belongs(permission: Permission, role: str) -> bool:
    named = f"{permission.content_type.app_label}.{permission.codename}"
    return any(fnmatchcase(named, pattern) for pattern in PERMISSIONS[role])
