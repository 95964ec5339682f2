"""A phone number may have an extension."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0005_us_spelling"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="customerprofile",
            name="profile_phone",
        ),
        migrations.AlterField(
            model_name="customerprofile",
            name="phone",
            field=models.CharField(blank=True, help_text="E.164: +14155550100;ext=725.", max_length=32),
        ),
        migrations.AddConstraint(
            model_name="customerprofile",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("phone", ""),
                    models.Q(
                        ("phone__regex", "^\\+[1-9][0-9]{3,14}(;ext=[0-9]{1,15})?$"),
                        models.Q(("phone_country", ""), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="profile_phone",
            ),
        ),
    ]
