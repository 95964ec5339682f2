"""What a listing's address asks for: which wines, in what order, which page of them."""

from dataclasses import dataclass, field, replace
from typing import Final
from urllib.parse import urlencode

from django.urls import reverse

from vintner.catalogue.finding.filters import Filters, Parameter
from vintner.catalogue.finding.search import BEGINNING
from vintner.catalogue.models import Category, Tag

DEFAULT_SORT: Final = "menu_order"
RELEVANCE: Final = "relevance"
SORTS: Final = {
    DEFAULT_SORT: "Default sorting",
    "popularity": "Sort by popularity",
    "rating": "Sort by average rating",
    "date": "Sort by latest",
    "price": "Sort by price: low to high",
    "price-desc": "Sort by price: high to low",
}
"""The six orders of the contract and what the shopper reads (resolutions 2.11)."""
SEARCH_SORTS: Final = {RELEVANCE: "Relevance"} | {value: text for value, text in SORTS.items() if value != DEFAULT_SORT}


@dataclass(frozen=True, slots=True, kw_only=True)
class ListingQuery:
    """A listing: the shop, a shelf, a tag or the answer to a search; filtered, sorted, one page of it."""

    category: Category | None = None
    tag: Tag | None = None
    search: str = ""
    page: int = 1
    sort: str = ""
    """A value of `orderby`; anything unknown counts as the default."""
    filters: Filters = field(default_factory=Filters)

    @property
    def sorts(self) -> dict[str, str]:
        """The orders to choose from; the first is the default."""
        return SEARCH_SORTS if self.search else SORTS

    @property
    def order(self) -> str:
        """The order that counts."""
        return self.sort if self.sort in self.sorts else next(iter(self.sorts))

    @property
    def title(self) -> str:
        if self.search:
            return f"Search results for “{self.search.removesuffix(BEGINNING)}”"
        named = self.category or self.tag
        return named.name if named else "All wines"

    @property
    def base(self) -> tuple[str, ...]:
        """The keys that all wines of the listing have, whatever is filtered."""
        keys = ["searchable" if self.search else "listed"]
        keys += [f"tag:{self.tag.slug}"] if self.tag else []
        return tuple(keys)

    def path(self, page: int = 1) -> str:
        """Return the path of a page, without parameters."""
        number = [page] if page > 1 else []
        if self.search:
            return reverse("search", args=number) if number else "/"
        if self.category is not None:
            return reverse("category", args=[self.category.slug, *number])
        return reverse("tag", args=[self.tag.slug, *number]) if self.tag else reverse("shop", args=number)

    def question(self) -> list[Parameter]:
        """Return the parameters that make a search of it."""
        return [("s", self.search), ("post_type", "product")] if self.search else []

    def ordering(self) -> list[Parameter]:
        """Return the parameter of an order other than the default."""
        return [("orderby", self.order)] if self.order != next(iter(self.sorts)) else []

    def url(self, page: int) -> str:
        """Return the address of another page of the same listing."""
        parameters = [*self.question(), *self.filters.parameters(), *self.ordering()]
        return f"{self.path(page)}?{urlencode(parameters)}" if parameters else self.path(page)

    def filtered(self, filters: Filters) -> str:
        """Return the address of the first page with other filters."""
        return replace(self, filters=filters).url(1)

    def canonical(self) -> str:
        """Return the address under which search engines should know it."""
        return replace(self, sort="", filters=Filters()).url(self.page)
