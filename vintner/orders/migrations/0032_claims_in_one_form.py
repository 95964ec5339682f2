"""Uses of coupons by addresses whose domain is beyond ASCII count for the address as forms read it now."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from vintner.web.email_addresses import mailbox_of


def fold(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Write the claims as `redemptions.customer_keys` writes them now. Two spellings of one mailbox stay two."""
    claims = apps.get_model("orders", "CouponClaim").objects
    for claim in claims.filter(who__regex="^email:.*[^!-~]").order_by("pk").iterator():
        folded = f"email:{mailbox_of(claim.who.removeprefix('email:'))}"
        if folded != claim.who and not claims.filter(coupon=claim.coupon_id, who=folded).exists():
            claims.filter(coupon=claim.coupon_id, who=claim.who).update(who=folded)


class Migration(migrations.Migration):
    dependencies = [("orders", "0031_search_without_accents")]
    operations = [migrations.RunPython(fold, migrations.RunPython.noop)]
