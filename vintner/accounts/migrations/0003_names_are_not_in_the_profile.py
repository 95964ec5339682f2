"""Names are asked in the account details in any case, so the merchant's choice of asking them there is gone."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def take_names_out(apps: Apps, _: BaseDatabaseSchemaEditor) -> None:
    fields = apps.get_model("accounts", "AccountField").objects
    fields.filter(kind__in=("first_name", "last_name")).update(in_profile=False)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_saved_addresses")]

    operations = [
        migrations.RunPython(take_names_out, migrations.RunPython.noop),
        migrations.RemoveConstraint(model_name="accountfield", name="account_field_not_in_profile"),
        migrations.AlterField(
            model_name="accountfield",
            name="in_profile",
            field=models.BooleanField(default=False, verbose_name="asked in the account details"),
        ),
        migrations.AddConstraint(
            model_name="accountfield",
            constraint=models.CheckConstraint(
                condition=models.Q(in_profile=False)
                | ~models.Q(kind__in=("email", "password", "password_again", "terms", "first_name", "last_name")),
                name="account_field_not_in_profile",
            ),
        ),
    ]
