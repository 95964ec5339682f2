"""Codes of coupons in their one form: with hyphens for all dashes, and without what nobody sees."""

import logging

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from vintner.web.text_input import read_code

log = logging.getLogger(__name__)


def fold(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Write each code as it is read now. One that another coupon has then stays and is logged."""
    coupons = apps.get_model("pricing", "Coupon").objects
    for coupon in coupons.filter(code__regex=r"[^ -~]|^ | $|  ").order_by("pk").only("pk", "code").iterator():
        read = read_code(coupon.code).lower()
        if coupons.filter(code=read).exclude(pk=coupon.pk).exists():
            log.warning("Coupon %s keeps its code %r: another one has %r.", coupon.pk, coupon.code, read)
        elif read and read != coupon.code:
            coupons.filter(pk=coupon.pk).update(code=read)


class Migration(migrations.Migration):
    dependencies = [("pricing", "0010_us_spelling")]
    operations = [migrations.RunPython(fold, migrations.RunPython.noop)]
