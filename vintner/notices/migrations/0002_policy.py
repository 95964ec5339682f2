from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("notices", "0001_store_notice")]

    operations = [
        migrations.CreateModel(
            name="Policy",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[("terms", "Terms and conditions"), ("privacy", "Privacy policy")],
                        max_length=10,
                        unique=True,
                    ),
                ),
                ("text", models.TextField(help_text="An empty line begins a new paragraph.")),
                ("changed_at", models.DateTimeField(auto_now=True)),
            ],
            options={"verbose_name_plural": "policies"},
        ),
    ]
