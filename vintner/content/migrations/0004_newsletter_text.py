"""The words beside the form of the newsletter."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("content", "0003_contact"),
    ]

    operations = [
        migrations.AddField(
            model_name="storedetails",
            name="newsletter_text",
            field=models.CharField(
                blank=True,
                help_text="What readers get, and how often. Stands beside the form at the foot of every page. Empty: there is no form.",
                max_length=200,
                verbose_name="newsletter",
            ),
        ),
    ]
