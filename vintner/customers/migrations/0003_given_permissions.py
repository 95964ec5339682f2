"""What the roles were given before this was recorded: their permissions for what the store had then.

Django makes the permissions of new tables after all migrations, so those that are found here are of an older version.
`accounts` and `privacy` are left out: the roles that were there when these packages came did not get their permissions.
"""

from fnmatch import fnmatchcase

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

_TEXTS = (
    *("product", "productfact", "gallerypicture", "picture", "category", "tag", "attribute", "attributevalue"),
    *("producer", "producerslide", "relatedmaterial"),
)
GIVEN = {
    "Shop manager": (
        *("catalogue.*", "pricing.*", "shipping.*", "notices.*", "customers.view_user", "customers.change_user"),
        *("orders.view_*", "orders.change_*", "payments.view_*", "payments.move_money", "cart.view_*"),
    ),
    "Packer": (
        *("orders.view_order", "orders.change_order", "catalogue.view_stockmovement", "shipping.view_*"),
        *("catalogue.view_product", "catalogue.view_variation", "catalogue.change_variation"),
    ),
    "Editor": (
        *("catalogue.view_*", "catalogue.change_review", "notices.*"),
        *(f"catalogue.{action}_{model}" for action in ("add", "change", "delete") for model in _TEXTS),
    ),
    "Viewer": (
        *("catalogue.view_*", "pricing.view_*", "shipping.view_*", "notices.view_*"),
        *("orders.view_order", "payments.view_*"),
    ),
}


def record_what_was_given(apps: Apps, _: BaseDatabaseSchemaEditor) -> None:
    given = apps.get_model("customers", "GivenPermission").objects
    permissions = list(apps.get_model("auth", "Permission").objects.select_related("content_type"))
    for group in apps.get_model("auth", "Group").objects.filter(name__in=GIVEN):
        for permission in permissions:
            named = f"{permission.content_type.app_label}.{permission.codename}"
            if any(fnmatchcase(named, pattern) for pattern in GIVEN[group.name]):
                given.create(group=group, permission=permission)


class Migration(migrations.Migration):
    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("customers", "0002_display_name"),
    ]

    operations = [
        migrations.CreateModel(
            name="GivenPermission",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "group",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="auth.group"),
                ),
                (
                    "permission",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="auth.permission"
                    ),
                ),
            ],
            options={
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(fields=("group", "permission"), name="permission_is_given_once")
                ],
            },
        ),
        migrations.RunPython(record_what_was_given, migrations.RunPython.noop),
    ]
