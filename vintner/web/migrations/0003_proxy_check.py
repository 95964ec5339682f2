"""What the last check of the proxy in front of the store found."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("web", "0002_plain_text")]

    operations = [
        migrations.CreateModel(
            name="ProxyCheck",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("ran_at", models.DateTimeField()),
                ("faults", models.JSONField(default=list)),
                ("unreached", models.TextField(blank=True)),
            ],
        ),
    ]
