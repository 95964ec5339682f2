"""The list of emails in the admin is searched by an index, and those that were not sent have one of their own."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("orders", "0029_texts_by_job"),
    ]

    operations = [
        migrations.RunSQL(
            """CREATE INDEX emails_by_text ON orders_email USING gin ((lower("to" || ' ' || subject)) gin_trgm_ops)
            WITH (fastupdate = off)""",
            "DROP INDEX emails_by_text",
        ),
        migrations.AddIndex(
            model_name="email",
            index=models.Index(condition=models.Q(("sent_at", None)), fields=["-id"], name="emails_not_sent"),
        ),
    ]
