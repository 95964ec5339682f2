"""How often something may be tried. Every limit is a setting (`LIMITS`), so that a test may widen it."""

from django.conf import settings
from django.core.cache import cache


def spend(limit: str, *keys: str) -> bool:
    """Count one try under each key (an address, an account …); say whether all of them stay within the limit."""
    most, seconds = settings.LIMITS[limit]
    counts = [_count(f"limit:{limit}:{key}", seconds) for key in keys]  # every key is counted, also behind a full one
    return max(counts) <= int(most)


def exhausted(limit: str, *keys: str) -> bool:
    """Say whether any key has used up its tries, without counting one."""
    most, _ = settings.LIMITS[limit]
    return any(int(cache.get(f"limit:{limit}:{key}", 0)) >= most for key in keys)


def _count(key: str, seconds: int) -> int:
    cache.add(key, 0, seconds)
    try:
        return int(cache.incr(key))
    except ValueError:  # it ran out between the two calls
        cache.set(key, 1, seconds)
        return 1
