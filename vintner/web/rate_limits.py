"""Rate limits: how often something may be tried in a window of time. The limits are in the setting LIMITS.

Tries are counted in the database, so all processes of the store count together and a restart forgets nothing.
"""

import hashlib

from django.conf import settings
from django.db import connection
from django.db.models import F
from django.utils import timezone

from vintner.web.models import Tries

_COUNT = """
INSERT INTO web_tries AS known (key, count, ends_at)
SELECT key, %s, now() + make_interval(secs => %s) FROM unnest(%s::text[]) AS key ORDER BY key
ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN known.ends_at > now() THEN known.count + excluded.count ELSE excluded.count END,
    ends_at = CASE WHEN known.ends_at > now() THEN known.ends_at ELSE excluded.ends_at END
RETURNING count
"""
_IS_EXHAUSTED = """
SELECT 1 FROM unnest(%s::text[], %s::integer[]) AS asked (key, most) JOIN web_tries known ON known.key = asked.key
WHERE known.count >= asked.most AND known.ends_at > now() LIMIT 1
"""


def count_try(limit: str, *keys: str, tries: int = 1) -> bool:
    """Count one try, or several at once, under each key (an address, an account …). Return whether all are within."""
    most, seconds = settings.LIMITS[limit]
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, [tries, int(seconds), sorted({_key_hash(limit, key) for key in keys})])
        return max(int(count) for (count,) in cursor.fetchall()) <= int(most)


def count_in_turn(limit: str, *keys: str) -> bool:
    """Count one try under each key until one is beyond the limit. Return whether all are within it.

    The keys that come later are those of somebody else: whoever is beyond their own limit uses up none of theirs.
    """
    return all(count_try(limit, key) for key in keys)


def is_exhausted(limit: str, *keys: str) -> bool:
    """Return whether any key has used up its tries, without counting one."""
    return is_any_exhausted(*((limit, key) for key in keys))


def is_any_exhausted(*tries: tuple[str, str]) -> bool:
    """Return whether any key has used up the tries of the limit that it is given with, without counting one."""
    keys, most = [_key_hash(*each) for each in tries], [settings.LIMITS[limit][0] for limit, _ in tries]
    with connection.cursor() as cursor:
        cursor.execute(_IS_EXHAUSTED, [keys, most])
        return cursor.fetchone() is not None


def return_try(limit: str, *keys: str) -> None:
    """Subtract one try under each key, for a try that should not have counted."""
    rows = [_key_hash(limit, key) for key in keys]
    Tries.objects.filter(key__in=rows, count__gt=0).update(count=F("count") - 1)


def reset_tries(limit: str, *keys: str) -> None:
    """Delete the count under each key."""
    Tries.objects.filter(key__in=[_key_hash(limit, key) for key in keys]).delete()


def delete_expired() -> None:
    """Delete the counts whose window is over."""
    Tries.objects.filter(ends_at__lte=timezone.now()).delete()


def _key_hash(limit: str, key: str) -> str:
    return hashlib.sha256(f"{limit}:{key}".encode()).hexdigest()
