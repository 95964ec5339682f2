"""The text of the cookie that holds a guest's list, as scripts of such shops read and write it."""

import json
from collections.abc import Sequence
from typing import Final, TypeGuard
from urllib.parse import quote, unquote

NAME: Final = "simplefavorites"
SECONDS: Final = 31_556_926
"""A year, as the other side has it."""
SITE: Final = 1
GROUP: Final = 1
GROUP_NAME: Final = "Default List"
LONGEST: Final = 4096
"""Bytes that browsers keep of a cookie."""
_LARGEST_ID: Final = 10**18


def read_ids(text: str) -> list[int]:
    """Return the products of a cookie in their order, each once; none if the text is damaged."""
    if not text or len(text) > LONGEST:
        return []
    try:
        sites = json.loads(unquote(text))
    except (ValueError, RecursionError):
        return []
    found: dict[int, None] = {}
    for site in sites if isinstance(sites, list) else []:
        posts = site.get("posts") if isinstance(site, dict) else None
        # A list from which something was removed may be an object whose keys are positions.
        found |= dict.fromkeys(filter(_is_id, posts.values() if isinstance(posts, dict) else _as_list(posts)))
    return list(found)


def write_ids(ids: Sequence[int]) -> str:
    """Return the cookie's text for these products."""
    posts = list(ids)
    group = {"group_id": GROUP, "site_id": SITE, "group_name": GROUP_NAME, "posts": posts}
    sites = [{"site_id": SITE, "posts": posts, "groups": [group]}] if posts else []
    return quote(json.dumps(sites, separators=(",", ":")), safe="")


def _as_list(posts: object) -> list[object]:
    return posts if isinstance(posts, list) else []


def _is_id(value: object) -> TypeGuard[int]:
    return type(value) is int and 0 < value < _LARGEST_ID
