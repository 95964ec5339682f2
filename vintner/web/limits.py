"""How often something may be tried. Every limit is a setting (`LIMITS`), so that a test may widen it.

Counted in the database: every process of the store counts with every other one, the worker too, and none forgets.
"""

import hashlib

from django.conf import settings
from django.db import connection
from django.db.models import F
from django.utils import timezone

from vintner.web.models import Tries

_COUNT = """
INSERT INTO web_tries AS known (key, count, ends_at)
SELECT key, 1, now() + make_interval(secs => %s) FROM unnest(%s::text[]) AS key ORDER BY key
ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN known.ends_at > now() THEN known.count + 1 ELSE 1 END,
    ends_at = CASE WHEN known.ends_at > now() THEN known.ends_at ELSE excluded.ends_at END
RETURNING count
"""


def spend(limit: str, *keys: str) -> bool:
    """Count one try under each key (an address, an account …); say whether all of them stay within the limit."""
    most, seconds = settings.LIMITS[limit]
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, [int(seconds), sorted({_row(limit, key) for key in keys})])
        return max(int(count) for (count,) in cursor.fetchall()) <= int(most)


def exhausted(limit: str, *keys: str) -> bool:
    """Say whether any key has used up its tries, without counting one."""
    most, _ = settings.LIMITS[limit]
    rows = [_row(limit, key) for key in keys]
    return Tries.objects.filter(key__in=rows, ends_at__gt=timezone.now(), count__gte=most).exists()


def give_back(limit: str, *keys: str) -> None:
    """Take one try under each key out of the count again."""
    rows = [_row(limit, key) for key in keys]
    Tries.objects.filter(key__in=rows, count__gt=0).update(count=F("count") - 1)


def forget(limit: str, *keys: str) -> None:
    """Start the count under each key anew."""
    Tries.objects.filter(key__in=[_row(limit, key) for key in keys]).delete()


def forget_old() -> None:
    """Forget tries whose time is over."""
    Tries.objects.filter(ends_at__lte=timezone.now()).delete()


def _row(limit: str, key: str) -> str:
    return hashlib.sha256(f"{limit}:{key}".encode()).hexdigest()
