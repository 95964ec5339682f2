"""What stands around every page: the navigation, made from the shelves, the notice, the age gate. One query."""

from typing import Final, NamedTuple

from django.db import connection
from django.http import HttpRequest
from django.urls import reverse

from vintner.catalogue.slugs import WINE
from vintner.notices.rules import notice_id
from vintner.storefront.age_gate import gate
from vintner.web.edition import per_edition
from vintner.web.page import Link, MenuItem, StoreNotice
from vintner.web.shared import PLAIN, Surroundings

# Shelves down to the second level, and below the wines one level more: nothing deeper stands in the navigation.
QUERY: Final = """
SELECT
    (SELECT text FROM notices_storenotice WHERE enabled ORDER BY id DESC LIMIT 1),
    (SELECT json_agg(json_build_array(shelf.id, shelf.parent_id, shelf.name, shelf.slug)
                     ORDER BY shelf.position, shelf.name)
       FROM catalogue_category shelf
       LEFT JOIN catalogue_category above ON above.id = shelf.parent_id
       LEFT JOIN catalogue_category root ON root.id = above.parent_id
      WHERE root.id IS NULL OR (root.slug = %s AND root.parent_id IS NULL))
"""


class _Shelf(NamedTuple):
    id: int
    parent: int | None
    name: str
    slug: str

    @property
    def link(self) -> Link:
        return Link(label=self.name, url=reverse("category", args=[self.slug]))


def around(request: HttpRequest) -> Surroundings:
    """Return what stands around the page that is asked for."""
    return surroundings()._replace(age_gate=gate(request))


@per_edition
def surroundings() -> Surroundings:
    """Return the navigation and the notice as they stand in the database."""
    with connection.cursor() as cursor:
        cursor.execute(QUERY, [WINE])
        text, tree = cursor.fetchone()
    notice = StoreNotice(id=notice_id(text), text=text) if text else None
    return Surroundings(navigation=_navigation([_Shelf(*row) for row in tree or []]), store_notice=notice)


def _navigation(shelves: list[_Shelf]) -> tuple[MenuItem, ...]:
    """All wines; the shelves of wine, each with those below it; what else is divided into shelves; the producers."""
    below: dict[int | None, list[_Shelf]] = {}
    for shelf in shelves:
        below.setdefault(shelf.parent, []).append(shelf)
    roots = below.get(None, [])
    wines = [shelf for root in roots if root.slug == WINE for shelf in below.get(root.id, [])]
    every, producers = PLAIN.navigation
    return (
        every,
        *(MenuItem(label=shelf.name, url=shelf.link.url, links=_links(below.get(shelf.id, []))) for shelf in wines),
        # Such a root only holds its shelves together: there is nothing on itself to go to.
        *(
            MenuItem(label=root.name, url="", links=_links(below[root.id]))
            for root in roots
            if root.slug != WINE and root.id in below
        ),
        producers,
    )


def _links(shelves: list[_Shelf]) -> tuple[Link, ...]:
    return tuple(shelf.link for shelf in shelves)
