"""Which tables have rows in every store as soon as it is set up: what empties a database leaves them alone."""

from typing import Final

KEPT_TABLES: Final = frozenset(
    {
        *("django_content_type", "auth_permission", "auth_group", "auth_group_permissions"),
        *("accounts_accountfield", "customers_givenpermission", "store_mode_storevisibility"),
    }
)
