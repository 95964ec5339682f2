from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("catalogue", "0017_cadences_in_search"),
    ]

    operations = [
        migrations.AddField(
            model_name="variation",
            name="note",
            field=models.CharField(
                blank=True,
                db_default="",
                help_text="What sets it apart, such as the weather of its year. The wine's page shows it once it is chosen.",
                max_length=1000,
            ),
        ),
    ]
