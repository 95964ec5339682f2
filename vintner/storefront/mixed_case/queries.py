"""What the address of the page asks for: the case, and which wines to choose from."""

from dataclasses import dataclass, field, replace
from typing import Final
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse

from vintner.catalogue.finding.filters import Filters, filters_of
from vintner.catalogue.finding.listing_query import ListingQuery
from vintner.catalogue.finding.search import LONGEST
from vintner.storefront.mixed_case.rules import MixedCase, read_case
from vintner.web.numbers import whole

SIZE, BOX, COLOUR, SEARCH, OFFER, PAGE, WAS = "size", "box", "colour", "q", "offer", "page", "was"
IN_STOCK: Final = ("in_stock", "1")


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseQuery:
    """The case, the filters of the wines, and what was in the case before the last press (`was`)."""

    case: MixedCase = field(default_factory=MixedCase)
    colour: str = ""
    search: str = ""
    offer: bool = False
    """Whether only wines are shown that a promotion counts together."""
    page: int = 1
    was: str | None = None

    @property
    def listing(self) -> ListingQuery:
        """The listing of the wines to choose from."""
        colour = (("colour", self.colour),) if self.colour else ()
        return ListingQuery(search=self.search, page=self.page, filters=Filters(chosen=(*colour, IN_STOCK)))

    def parameters(self) -> dict[str, str]:
        """Return the parameters of the address, without those that say nothing."""
        values = {
            SIZE: str(self.case.size),
            BOX: self.case.text,
            COLOUR: self.colour,
            SEARCH: self.search,
            OFFER: "1" if self.offer else "",
            PAGE: str(self.page) if self.page > 1 else "",
        }
        return {name: value for name, value in values.items() if value}

    def url(self) -> str:
        """Return the address of the page."""
        was = {} if self.was is None else {WAS: self.was}
        return f"{reverse('mixed_case')}?{urlencode({**self.parameters(), **was})}"

    def with_case(self, case: MixedCase) -> "CaseQuery":
        """Return the same with another case. A press can be taken back once."""
        return replace(self, case=case, was=self.case.text)


def read_query(values: QueryDict) -> CaseQuery:
    """Return what an address asks for. What makes no sense counts as nothing."""
    colours = filters_of(values).values(COLOUR)
    search = " ".join(values.get(SEARCH, "").split())[:LONGEST]
    return CaseQuery(
        case=read_case(values.get(SIZE, ""), values.get(BOX, "")),
        colour=colours[0] if colours else "",
        search=search,
        offer=values.get(OFFER) == "1",
        page=max(1, whole(values.get(PAGE, ""), digits=4) or 1),
        was=values.get(WAS),
    )
