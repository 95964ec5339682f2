"""What stands around every page: the navigation, made from the categories, the notice, the age gate. One query."""

from typing import Final

from django.db import connection
from django.http import HttpRequest

from vintner.catalogue.tree import Node, Tree
from vintner.notices.rules import notice_id
from vintner.storefront.age_gate import gate
from vintner.web.edition import per_edition
from vintner.web.page import MenuItem, StoreNotice
from vintner.web.shared import PLAIN, Surroundings

QUERY: Final = """
SELECT
    (SELECT text FROM notices_storenotice WHERE enabled ORDER BY id DESC LIMIT 1),
    (SELECT json_agg(json_build_array(id, parent_id, name, slug, children_in_menu) ORDER BY position, name)
       FROM catalogue_category)
"""


def around(request: HttpRequest) -> Surroundings:
    """Return what stands around the page that is asked for."""
    return surroundings()._replace(age_gate=gate(request))


@per_edition
def surroundings() -> Surroundings:
    """Return the navigation and the notice as they stand in the database."""
    with connection.cursor() as cursor:
        cursor.execute(QUERY)
        text, rows = cursor.fetchone()
    notice = StoreNotice(id=notice_id(text), text=text) if text else None
    return Surroundings(navigation=_navigation(Tree(Node(*row) for row in rows or [])), store_notice=notice)


def _navigation(tree: Tree) -> tuple[MenuItem, ...]:
    """All wines; the categories in the merchant's order, each with those right below it; the producers."""
    every, producers = PLAIN.navigation
    entries = (
        MenuItem(label=node.name, url=node.link.url, links=tuple(each.link for each in tree.below(node)))
        for node in tree.entries
    )
    return (every, *entries, producers)
