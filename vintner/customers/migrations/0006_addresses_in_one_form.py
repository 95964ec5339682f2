"""E-mail addresses of accounts in their one form: domains beyond ASCII as the net knows them."""

import logging

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from vintner.web.email_addresses import read_address

log = logging.getLogger(__name__)


def fold(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Write the addresses as forms read them now, with the proof that they are confirmed. Two accounts with spellings of
    one address stay two, and the one that no form finds any more is logged.
    """
    users, proofs = apps.get_model("customers", "User").objects, apps.get_model("account", "EmailAddress").objects
    for user in users.filter(email__regex="[^!-~]").order_by("pk").only("pk", "email").iterator():
        read = read_address(user.email)
        if not read or users.filter(email=read).exclude(pk=user.pk).exists():
            log.warning(
                "Account %s keeps the email address %r: another account has its normal form, or it is invalid.",
                user.pk,
                user.email,
            )
            continue
        proofs.filter(user_id=user.pk, email=user.email).update(email=read)
        users.filter(pk=user.pk).update(email=read)


class Migration(migrations.Migration):
    dependencies = [
        ("customers", "0005_opened_with_order_at"),
        ("account", "0009_emailaddress_unique_primary_email"),
    ]
    operations = [migrations.RunPython(fold, migrations.RunPython.noop)]
