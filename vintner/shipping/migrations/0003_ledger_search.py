"""Indexes for the ledger in the admin, made while the shop goes on."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models

TEXT = "lower(name || ' ' || email || ' ' || address)"


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("shipping", "0002_costs_limits_and_ledger")]
    operations = [
        migrations.RunSQL("SET statement_timeout = 0", "SET statement_timeout = 0"),
        migrations.RunSQL(
            f"CREATE INDEX CONCURRENTLY IF NOT EXISTS sent_by_text ON shipping_sent USING gin (({TEXT}) gin_trgm_ops) WITH (fastupdate = off)",
            "DROP INDEX CONCURRENTLY IF EXISTS sent_by_text",
        ),
        migrations.RunSQL("RESET statement_timeout", "RESET statement_timeout"),
        AddIndexConcurrently("sent", models.Index(fields=["-written_at", "-id"], name="sent_newest_first")),
    ]
