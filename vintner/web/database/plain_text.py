"""Texts compared in small letters, without accents and apostrophes, as staff looks for them (plain_text.sql)."""

from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import CharField, Func, TextField
from django.db.models.lookups import Contains


class PlainText(Func):
    """The text in its plain form."""

    function = "plain_text"
    output_field = TextField()


@CharField.register_lookup
@TextField.register_lookup
class PlainContains(Contains):
    """Whether a text has another in it, both in their plain form: `name__plain="laubance"` finds “L’Aubance”."""

    lookup_name = "plain"

    def process_lhs(self, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - Django's own
        sql, values = super().process_lhs(*args, **kwargs)
        return f"plain_text({sql})", values

    def get_rhs_op(self, connection: BaseDatabaseWrapper, rhs: str) -> str:
        return f"LIKE plain_text({rhs})"
