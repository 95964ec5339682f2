"""The search engines whose visitors count as organic traffic.

The list and its conditions are those of the library Sourcebuster 1.1 (MIT licence, src/js/params.js), which other shops
run in the browser: the cookies say the same here and there. Engines that it does not know are referrals.
"""

import re
from typing import Final, NamedTuple


class SearchEngine(NamedTuple):
    """An engine: its hosts, the parameter that its addresses need to have, '' for none, and its name as a source."""

    host: re.Pattern[str]
    parameter: str
    source: str


def _engine(domain: str, parameter: str, source: str) -> SearchEngine:
    return SearchEngine(re.compile(rf"(?:.*\.)?{re.escape(domain)}"), parameter, source)


ENGINES: Final = (
    SearchEngine(re.compile(r"(?:.*\.)?yandex\.[a-z.]{2,9}"), "text", "yandex"),
    SearchEngine(re.compile(r"(?:www\.)?google\.[a-z.]{2,9}"), "", "google"),
    _engine("bing.com", "q", "bing"),
    _engine("yahoo.com", "p", "yahoo"),
    _engine("about.com", "q", "about"),
    _engine("aol.com", "q", "aol"),
    _engine("ask.com", "q", "ask"),
    _engine("globososo.com", "q", "globo"),
    _engine("go.mail.ru", "q", "go.mail.ru"),
    _engine("rambler.ru", "query", "rambler"),
    _engine("tut.by", "query", "tut.by"),
)
OTHER_NAMES: Final = {"t.co": "twitter.com", "plus.url.google.com": "plus.google.com"}
"""Hosts that stand for a site with another name."""


def find_engine(host: str, query: str) -> str:
    """Return the source's name of a search engine, '' for any other page. `query` is that of its address."""
    for engine in ENGINES:
        if engine.host.fullmatch(host) and (not engine.parameter or f"{engine.parameter}=" in query):
            return engine.source
    return ""
