"""Asks the catalogue what `bench.big` writes to it, a line at a time, and answers with milliseconds."""

import re
import sys
import time
from urllib.parse import urlsplit

from django.http import QueryDict
from django.test import Client
from django.utils import timezone

import vintner.wsgi  # noqa: F401 - the process begins as one that serves the store does
from vintner.catalogue.finding.filters import filters_of
from vintner.catalogue.finding.index_refresh import cache_commonest_words, current_index
from vintner.catalogue.finding.listing import listing_page
from vintner.catalogue.finding.listing_query import ListingQuery
from vintner.catalogue.finding.narrowing import narrow
from vintner.catalogue.models import Category
from vintner.web.page import Shared
from vintner.web.shared_props import PLAIN_LAYOUT

SHARED = Shared(
    currency_words="US dollars",
    store_name="",
    store_email="",
    sandbox=True,
    navigation=PLAIN_LAYOUT.navigation,
    store_notice=PLAIN_LAYOUT.store_notice,
)
BROWSER = Client()


def page(url: str) -> None:
    """Build the page of an address, and its JSON."""
    parts = urlsplit(url)
    parameters = QueryDict(parts.query)
    shelf = re.search(r"/product-category/([^/]+)/", parts.path)
    number = re.search(r"/page/(\d+)/", parts.path)
    query = ListingQuery(
        category=Category.objects.get(slug=shelf[1]) if shelf else None,
        search=parameters.get("s", ""),
        page=int(number[1]) if number else 1,
        sort=parameters.get("orderby", ""),
        filters=filters_of(parameters),
    )
    found = listing_page(query, SHARED, timezone.now())
    assert found is not None, url
    found.model_dump_json()


def count(url: str) -> None:
    """Narrow the shop down and count what each further choice would leave."""
    filters = filters_of(QueryDict(urlsplit(url).query))
    with current_index() as index:
        narrow(index, index.having("listed"), filters)


def kept(url: str) -> None:
    """Get a page as a browser does. All but the first answers come from what is kept."""
    response = BROWSER.get(url, headers={"accept-encoding": "gzip", "host": "localhost"})
    assert response.status_code == 200, url
    assert response.has_header("ETag"), url


ANSWERS = {"facet counts": count, "listing, kept": kept, "search, kept": kept}


def main() -> None:
    """Answer until there are no more questions."""
    cache_commonest_words()
    with current_index() as index:
        at_start = dict(index.cached_words)
    for line in sys.stdin:
        what, url = line.strip().split("\t")
        if what == "search, first time":
            with current_index() as index:
                index.cached_words = dict(at_start)
        begun = time.perf_counter()
        ANSWERS.get(what, page)(url)
        print((time.perf_counter() - begun) * 1000, flush=True)


main()
