"""Plans of queries live as long as a test's process, as they do in a store that has run for a while.

Without this, each test plans each query anew: psycopg forgets its prepared statements at a rollback, which ends every
test; Django opens another connection after a test that commits; and the server does not take a plan for good while it
knows nothing of the tables, which no test analyzes. Planning the large queries takes longer than running them.
"""

from typing import Final

import pytest
from django.test import TransactionTestCase
from psycopg._preparing import PrepareManager

KEPT_PLANS: Final = "-c plan_cache_mode=force_generic_plan"
"""An option of the connection."""


def keep_plans(patch: pytest.MonkeyPatch) -> None:
    """Let a connection and its prepared statements stay from test to test. The server keeps them over a rollback."""
    patch.setattr(PrepareManager, "clear", lambda _manager: False)
    patch.setattr(TransactionTestCase, "_should_reload_connections", lambda _case: False)
