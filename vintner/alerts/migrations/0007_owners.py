"""Take alerts out of accounts whose confirmed address is another: whoever typed the address owned them."""

from django.db import migrations

UNLINK = """
UPDATE alerts_alert a SET user_id = NULL WHERE user_id IS NOT NULL AND NOT EXISTS (
    SELECT FROM account_emailaddress e WHERE e.user_id = a.user_id AND e.verified AND lower(e.email) = a.email
)
"""


class Migration(migrations.Migration):
    dependencies = [
        ("alerts", "0006_one_open_alert"),
        ("account", "0009_emailaddress_unique_primary_email"),
    ]

    operations = [migrations.RunSQL(UNLINK, "")]
