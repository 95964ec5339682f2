"""The props of a listing's filters."""

from vintner.web.page import Props


class QueryParameter(Props):
    """A parameter of the listing's address that a form on the page sends along."""

    name: str
    value: str


class FacetValue(Props):
    """A value of a facet.

    `count` is the number of wines that it would display, regardless of the facet's other values.
    """

    value: str
    label: str
    count: int
    chosen: bool


class Facet(Props):
    """A filter of a listing. `name` is the parameter of the address, `noun` what one value is called: 'food'.

    `values` are the commonest; `cut` says that there may be more.
    """

    name: str
    label: str
    noun: str
    values: tuple[FacetValue, ...]
    cut: bool


class Chip(Props):
    """A chosen value, and the address of the listing without it."""

    label: str
    url: str


class FacetPanel(Props):
    """The filter form of a listing, sent to `action` together with `other_parameters`. Prices are in dollars.

    Of a facet, `most_chosen` values may be chosen.
    """

    action: str
    other_parameters: tuple[QueryParameter, ...]
    facets: tuple[Facet, ...]
    least: str
    most: str
    chips: tuple[Chip, ...]
    clear_url: str
    total: int
    most_chosen: int
    problems: tuple[str, ...]
