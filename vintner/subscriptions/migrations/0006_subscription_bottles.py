"""Bottles of a box as they were agreed."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def copy_bottles(apps: Apps, _: BaseDatabaseSchemaEditor) -> None:
    """Take the bottles of the plan, which is all that is known of what was agreed before."""
    plan = apps.get_model("catalogue", "Plan").objects.filter(pk=models.OuterRef("plan_id"))
    subscriptions = apps.get_model("subscriptions", "Subscription").objects
    subscriptions.update(bottles=models.Subquery(plan.values("bottles")[:1]))


class Migration(migrations.Migration):
    dependencies = [
        ("subscriptions", "0005_notice_of_a_box_left_out"),
    ]

    operations = [
        migrations.AddField(
            model_name="subscription",
            name="bottles",
            field=models.PositiveSmallIntegerField(
                db_default=1, default=1, help_text="Of one unit, as they were agreed."
            ),
        ),
        migrations.RunPython(copy_bottles, migrations.RunPython.noop),
    ]
