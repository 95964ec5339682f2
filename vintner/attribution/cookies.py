"""The texts of the tracker's cookies, as Sourcebuster writes and reads them.

`key=value` pairs joined by `|||`, URL-encoded. Values are cut so that all cookies together stay below 3.2 KB: servers
and proxies refuse requests with more than 8.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final
from urllib.parse import quote, unquote

from vintner.attribution.rules import NONE, PARAMETERS, Traffic, Visit
from vintner.web.text_input import read_line

CURRENT, CURRENT_ADD = "sbjs_current", "sbjs_current_add"
FIRST, FIRST_ADD = "sbjs_first", "sbjs_first_add"
SESSION, BROWSER, MIGRATIONS = "sbjs_session", "sbjs_udata", "sbjs_migrations"
MIGRATED: Final = "1418474375998=1"
"""The number of the library's only migration, as done."""
SESSION_SECONDS: Final = 30 * 60
_SEPARATOR: Final = "|||"
_MOST_OF_TRAFFIC: Final = 600
_LONGEST_VALUE: Final = 200
_LONGEST_ADDRESS: Final = 180
_LONGEST_BROWSER: Final = 240
"""Characters after encoding."""
_MOST_READ: Final = 4096
_LARGEST: Final = 10**6
_TRAFFIC_KEYS: Final = ("typ", *PARAMETERS.values())
_TYPES: Final = frozenset({"utm", "organic", "referral", "typein"})


def read_visit(cookies: Mapping[str, str]) -> Visit:
    """Return what a browser's cookies hold. A damaged cookie is none."""
    session, browser = _read(cookies.get(SESSION, "")), _read(cookies.get(BROWSER, ""))
    return Visit(
        current=_read_traffic(cookies.get(CURRENT, "")),
        current_mark=_read_mark(cookies.get(CURRENT_ADD, "")),
        first=_read_traffic(cookies.get(FIRST, "")),
        first_mark=_read_mark(cookies.get(FIRST_ADD, "")),
        pages=_read_count(session.get("pgs", "")),
        page=session.get("cpg", ""),
        visits=_read_count(browser.get("vst", "")),
        user_agent=browser.get("uag", ""),
    )


def write_changes(before: Visit, after: Visit) -> dict[str, str]:
    """Return name → text of the cookies that a page view changes. The session's is always among them."""
    texts = {SESSION: _write({"pgs": str(after.pages), "cpg": _clip(after.page, _LONGEST_ADDRESS)})}
    if (after.visits, after.user_agent) != (before.visits, before.user_agent):
        agent = _clip(after.user_agent, _LONGEST_BROWSER)
        texts[BROWSER] = _write({"vst": str(after.visits), "uip": NONE, "uag": agent or NONE})
        texts[MIGRATIONS] = _write(dict([MIGRATED.split("=")]))
    traffic, mark = _changed(before.current, after.current), _changed(before.current_mark, after.current_mark)
    first, first_mark = _changed(before.first, after.first), _changed(before.first_mark, after.first_mark)
    if traffic is not None:
        texts[CURRENT] = _write(_fit(traffic))
    if mark is not None:
        texts[CURRENT_ADD] = _write(_fit_mark(mark))
    if first is not None:  # at a first view it is the same
        texts[FIRST] = texts[CURRENT] if first is traffic else _write(_fit(first))
    if first_mark is not None:
        texts[FIRST_ADD] = texts[CURRENT_ADD] if first_mark is mark else _write(_fit_mark(first_mark))
    return texts


def _changed(old: Mapping[str, str] | None, new: Mapping[str, str] | None) -> Mapping[str, str] | None:
    return None if new is old else new


def _fit_mark(mark: Mapping[str, str]) -> Mapping[str, str]:
    return {key: _clip(value, _LONGEST_ADDRESS) for key, value in mark.items()}


def _fit(traffic: Traffic) -> Traffic:
    """Return the values, cut one after another so that together they are not longer than a cookie may be."""
    fitted, left = {}, _MOST_OF_TRAFFIC
    for key in _TRAFFIC_KEYS:
        if traffic[key] == NONE:  # most of them
            fitted[key] = NONE
            continue
        value = _clip(traffic[key], min(_LONGEST_VALUE, left)) or NONE
        left = max(0, left - len(quote(value, safe="")))
        fitted[key] = value
    return fitted


def _clip(text: str, most: int) -> str:
    """Return a text as one line, and not longer than `most` characters once it is encoded."""
    text = read_line(text[:_MOST_READ]).replace(_SEPARATOR, "")[:most]
    while len(quote(text, safe="")) > most:
        text = text[: max(0, len(text) - max(1, (len(quote(text, safe="")) - most) // 9))]
    return text


def _write(values: Mapping[str, str]) -> str:
    return quote(_SEPARATOR.join(f"{key}={value}" for key, value in values.items()), safe="")


@lru_cache(maxsize=200)
def _read(text: str) -> Mapping[str, str]:
    pairs = (pair.partition("=") for pair in unquote(text[:_MOST_READ]).split(_SEPARATOR)) if text else ()
    return {key: read_line(value) for key, _, value in pairs}


def _read_traffic(text: str) -> Traffic | None:
    values = _read(text)
    if values.get("typ") not in _TYPES:
        return None
    return {key: values.get(key) or NONE for key in _TRAFFIC_KEYS}


def _read_mark(text: str) -> Mapping[str, str] | None:
    values = _read(text)
    return {key: values.get(key) or NONE for key in ("fd", "ep", "rf")} if "fd" in values else None


def _read_count(text: str) -> int:
    return min(int(text), _LARGEST) if text.isascii() and text.isdigit() and len(text) < len(str(_LARGEST)) + 1 else 0
