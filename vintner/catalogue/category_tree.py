"""The tree of categories, for the menu, the listings and the home page."""

from collections.abc import Iterable
from typing import NamedTuple

from vintner.catalogue.models import Category, category_address
from vintner.web.catalogue_version import cached_by_version
from vintner.web.page import Link

COLUMNS = ("id", "parent_id", "name", "slug", "children_in_menu")


class CategoryNode(NamedTuple):
    """A category. `children_in_menu`: its children are in the menu in its place."""

    id: int
    parent: int | None
    name: str
    slug: str
    children_in_menu: bool

    @property
    def link(self) -> Link:
        return Link(label=self.name, url=category_address(self.slug))


class CategoryTree:
    """All categories, each level in the merchant's order."""

    def __init__(self, nodes: Iterable[CategoryNode]) -> None:
        self._below: dict[int | None, list[CategoryNode]] = {}
        self._ids: dict[str, int] = {}
        for node in nodes:
            self._below.setdefault(node.parent, []).append(node)
            self._ids[node.slug] = node.id

    def below(self, node: CategoryNode) -> list[CategoryNode]:
        return self._below.get(node.id, [])

    @property
    def entries(self) -> list[CategoryNode]:
        """The categories of the menu: those at the top, or their children in their place."""
        return [each for root in self._roots for each in (self.below(root) if root.children_in_menu else [root])]

    @property
    def shelves(self) -> list[CategoryNode]:
        """The categories that listings and the home page offer.

        They are the children of categories with `children_in_menu`, or the top categories if there are none.
        """
        children = [each for root in self._roots if root.children_in_menu for each in self.below(root)]
        return children or self._roots

    def slugs_within(self, slug: str) -> tuple[str, ...]:
        """Return the slug of a category, and of all below it."""
        if slug not in self._ids:
            return (slug,)
        slugs, waiting = {slug: None}, [self._ids[slug]]
        while waiting:
            # Two changes at once can make a circle that neither form saw.
            children = [child for child in self._below.get(waiting.pop(), []) if child.slug not in slugs]
            slugs |= dict.fromkeys(child.slug for child in children)
            waiting += [child.id for child in children]
        return tuple(slugs)

    @property
    def _roots(self) -> list[CategoryNode]:
        return self._below.get(None, [])


@cached_by_version
def category_tree() -> CategoryTree:
    """Return the tree of categories. One query per catalogue version."""
    return CategoryTree(CategoryNode(*row) for row in Category.objects.values_list(*COLUMNS))
