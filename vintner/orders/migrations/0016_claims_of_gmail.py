"""Uses of coupons by addresses at Google count for the mailbox, whatever dots they were typed with."""

import re

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

_AT_GOOGLE = re.compile(r"email:([^@]*)@(?:gmail|googlemail)\.com")


def fold(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Write the claims as `redemptions.customer_keys` writes them now. Two spellings of one mailbox stay two."""
    claims = apps.get_model("orders", "CouponClaim").objects
    for claim in claims.filter(who__regex=r"^email:.*@(gmail|googlemail)\.com$").order_by("pk").iterator():
        found = _AT_GOOGLE.fullmatch(claim.who)
        folded = f"email:{found[1].replace('.', '')}@gmail.com" if found else claim.who
        if folded != claim.who and not claims.filter(coupon=claim.coupon_id, who=folded).exists():
            claims.filter(coupon=claim.coupon_id, who=claim.who).update(who=folded)


class Migration(migrations.Migration):
    dependencies = [("orders", "0015_audit_runs")]
    operations = [migrations.RunPython(fold, migrations.RunPython.noop)]
