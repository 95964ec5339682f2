"""SKUs and names by which rows are found, as forms and files are read now: with hyphens for all dashes of an SKU, and
without what nobody sees.
"""

import logging

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from vintner.web.text_input import read_code, read_line

log = logging.getLogger(__name__)
_ODD = r"[^ -~]|^ | $|  "


def fold(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Write each SKU and name as it is read. An SKU that another row has then, in whatever case, stays and is logged."""
    for name in ("Product", "Variation"):
        rows = apps.get_model("catalogue", name).objects
        for row in rows.filter(sku__regex=_ODD).order_by("pk").only("pk", "sku").iterator():
            read = read_code(row.sku)
            if rows.filter(sku__iexact=read).exclude(pk=row.pk).exists():
                log.warning("%s %s keeps its SKU %r: another one has %r.", name, row.pk, row.sku, read)
            elif read and read != row.sku:
                rows.filter(pk=row.pk).update(sku=read)
    for name in ("Producer", "Category", "Tag", "Attribute", "AttributeValue"):
        rows = apps.get_model("catalogue", name).objects
        for row in rows.filter(name__regex=_ODD).order_by("pk").only("pk", "name").iterator():
            if (read := read_line(row.name)) and read != row.name:
                rows.filter(pk=row.pk).update(name=read)


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0030_skus_in_small_letters")]
    operations = [migrations.RunPython(fold, migrations.RunPython.noop)]
