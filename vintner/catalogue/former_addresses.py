"""Addresses that pages had before their slug was changed, so that links to them still arrive."""

from django.db import connection, models

KINDS = ("product", "producer", "category", "tag")
"""Names of the addresses (urls.py), which are those of the tables as well."""


class FormerAddress(models.Model):
    """A slug that something of this kind had once. Database triggers write it (migrations/sql/former_addresses.sql)."""

    kind = models.CharField(max_length=8)
    slug = models.SlugField(max_length=200)
    target = models.BigIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "slug"], name="former_address_once")]

    def __str__(self) -> str:
        return f"{self.kind} {self.slug}"


def current_slug(kind: str, former: str) -> str | None:
    """Return the slug that has taken the place of `former`, None when there is none. One query."""
    if kind not in KINDS:
        return None
    table = f"catalogue_{kind}"  # one of KINDS
    with connection.cursor() as cursor:
        cursor.execute(
            f"""SELECT now.slug FROM catalogue_formeraddress was JOIN {table} now ON now.id = was.target
            WHERE was.kind = %s AND was.slug = %s""",  # noqa: S608 - see above
            [kind, former],
        )
        row = cursor.fetchone()
    return row[0] if row else None
