"""The filters of the product list that need more than a column: dates, SKUs, attributes, terms with an operator."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial, reduce
from operator import and_, or_
from typing import Final

from django.db.models import Q, QuerySet
from django.http import QueryDict
from django.utils import timezone

from vintner.catalogue.finding.product_index import ProductIndex
from vintner.catalogue.models import AttributeValue, Category, Producer, Product, Tag
from vintner.catalogue.slugs import slug_of
from vintner.store_api.errors import invalid_parameters
from vintner.web.numbers import whole
from vintner.web.text_input import read_code

Filter = Callable[[ProductIndex], int]
"""Returns the set of products that pass."""

IN, NOT_IN, AND = "in", "not_in", "and"
_MOST_VALUES: Final = 100
_TERMS: Final = (("category", "category", Category), ("tag", "tag", Tag), ("brand", "producer", Producer))
"""Parameter, facet of the product index, model."""
_ATTRIBUTE_FIELD = re.compile(r"attributes\[(\d{1,3})\]\[(attribute|slug|term_id|operator)\](?:\[\d*\])?", re.ASCII)
_NOT_SUPPORTED: Final = (
    *("return_price_range", "return_attribute_counts", "return_rating_counts", "related"),
    *("calculate_attribute_counts", "calculate_taxonomy_counts"),
)


def refuse_unsupported(parameters: QueryDict) -> None:
    """Refuse documented parameters that this store does not support: if ignored, they would let every product pass."""
    names = {name.partition("[")[0] for name in parameters}
    refused = [name for name in sorted(names) if name in _NOT_SUPPORTED or name.startswith("_unstable_tax_")]
    if refused:
        raise invalid_parameters({name: ("rest_invalid_param", f"{name} is not supported here.") for name in refused})


def values_of(parameters: QueryDict, name: str) -> list[str]:
    """Return the values of a parameter: `name=a,b`, `name[]=a&name[]=b` and `name[0]=a&name[1]=b` are the same."""
    own = re.compile(rf"{name}(\[\d*\])?", re.ASCII)
    texts = [text for key in parameters if own.fullmatch(key) for text in parameters.getlist(key)]
    return _split(texts)


def _split(texts: Sequence[str]) -> list[str]:
    values = [value.strip() for text in texts for value in text.split(",")]
    return [value for value in values if value][:_MOST_VALUES]


def ids_of(parameters: QueryDict, name: str) -> list[int]:
    """Return the numbers of a parameter, or refuse."""
    values = values_of(parameters, name)
    ids = [number for value in values if (number := whole(value)) is not None]
    if len(ids) < len(values):
        raise invalid_parameters({name: ("rest_invalid_type", "IDs are whole numbers.")})
    return ids


def term_filters(parameters: QueryDict) -> Iterator[Filter]:
    """Filters by category, tag and brand, each with its operator. One query for each that names IDs."""
    for name, facet, model in _TERMS:
        operator = _read_operator(parameters.get(f"{name}_operator", IN), f"{name}_operator")
        if values := values_of(parameters, name):
            rows: QuerySet[Category] | QuerySet[Tag] | QuerySet[Producer] = model.objects.all()
            yield partial(_products_having, facet, _slugs(values, rows), operator)


def _slugs(values: Sequence[str], rows: QuerySet[Category] | QuerySet[Tag] | QuerySet[Producer]) -> list[str]:
    """Return the slugs of values, each a slug or an ID. One query if there are IDs."""
    ids = [number for value in values if (number := whole(value)) is not None]
    known = dict(rows.filter(pk__in=ids).values_list("pk", "slug")) if ids else {}
    return [known.get(whole(value) or 0, value) for value in values]


def _read_operator(text: str, name: str) -> str:
    if text not in (IN, NOT_IN, AND):
        raise invalid_parameters({name: ("rest_not_in_enum", f"{name} is one of {IN}, {NOT_IN}, {AND}.")})
    return text


def _products_having(facet: str, slugs: Sequence[str], operator: str, index: ProductIndex) -> int:
    sets = [index.having(f"{facet}:{slug}") for slug in slugs]
    found = reduce(and_ if operator == AND else or_, sets)
    return ~found if operator == NOT_IN else found


def row_filters(parameters: QueryDict) -> Iterator[Filter]:
    """Filters by columns that the index does not have: SKU, slug, kind, featured, dates. One query for all of them."""
    wanted = Q()
    for name in ("sku", "slug"):
        if values := values_of(parameters, name):
            wanted &= _NAMED_BY[name](values)
    if kind := parameters.get("type", ""):
        wanted &= Q(kind=_read_kind(kind))
    if featured := parameters.get("featured", ""):
        wanted &= Q(featured=_read_flag(featured, "featured"))
    wanted &= _creation_filter(parameters)
    if wanted:
        ids = list(Product.objects.published().filter(wanted).values_list("pk", flat=True).distinct())
        yield partial(_products_with_ids, ids)
    yield from _parent_filters(parameters)


_NAMED_BY: Final[Mapping[str, Callable[[list[str]], Q]]] = {
    "sku": lambda values: _has_sku(list(map(read_code, values))),
    "slug": lambda values: Q(slug__in=values),
}


def _has_sku(skus: list[str]) -> Q:
    return Q(sku__in=skus) | Q(variations__sku__in=skus, variations__enabled=True)


def _read_kind(text: str) -> str:
    if text == "variation":
        words = "Variations are listed with their product. Get one by its ID."
        raise invalid_parameters({"type": ("rest_invalid_param", words)})
    if text not in ("simple", "grouped", "external", "variable"):
        raise invalid_parameters({"type": ("rest_not_in_enum", "type is one of simple, grouped, external, variable.")})
    return text


def _read_flag(text: str, name: str) -> bool:
    known = {"true": True, "1": True, "false": False, "0": False}
    if text.lower() not in known:
        raise invalid_parameters({name: ("rest_invalid_type", f"{name} is true or false.")})
    return known[text.lower()]


def _creation_filter(parameters: QueryDict) -> Q:
    """Dates without a zone are those of the store, or UTC with `date_column=date_gmt`."""
    column = parameters.get("date_column", "date")
    if column in ("modified", "modified_gmt"):
        words = "The store does not record when a product was modified."
        raise invalid_parameters({"date_column": ("rest_invalid_param", words)})
    if column not in ("date", "date_gmt"):
        raise invalid_parameters({"date_column": ("rest_not_in_enum", "date_column is date or date_gmt.")})
    wanted = Q()
    for name, lookup in (("after", "created_at__gt"), ("before", "created_at__lt")):
        if text := parameters.get(name, ""):
            wanted &= Q(**{lookup: _read_moment(text, name, in_utc=column == "date_gmt")})
    return wanted


def _read_moment(text: str, name: str, *, in_utc: bool) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
        return moment if moment.tzinfo else moment.replace(tzinfo=UTC if in_utc else timezone.get_default_timezone())
    except ValueError as error:
        raise invalid_parameters({name: ("rest_invalid_date", f"{name} is a date as ISO 8601 writes it.")}) from error


def _parent_filters(parameters: QueryDict) -> Iterator[Filter]:
    """No product of the list has a parent: its variations come with it."""
    if parents := ids_of(parameters, "parent"):
        yield partial(_all_or_none, 0 in parents)
    if excluded := ids_of(parameters, "parent_exclude"):
        yield partial(_all_or_none, 0 not in excluded)


def _all_or_none(passes: bool, index: ProductIndex) -> int:
    return -1 if passes else 0


def _products_with_ids(ids: Sequence[int], index: ProductIndex) -> int:
    return index.with_ids(ids)


@dataclass(slots=True)
class _AttributeFilter:
    """One object of the parameter `attributes`."""

    attribute: str = ""
    slugs: list[str] = field(default_factory=list)
    term_ids: list[str] = field(default_factory=list)
    operator: str = IN


def attribute_filters(parameters: QueryDict) -> Iterator[Filter]:
    """Filters by values of attributes, joined by `attribute_relation`. One query if values are named by ID."""
    relation = parameters.get("attribute_relation", AND)
    if relation not in (IN, AND):
        raise invalid_parameters({"attribute_relation": ("rest_not_in_enum", f"attribute_relation is {IN} or {AND}.")})
    filters = [
        partial(_products_having, each.attribute, _value_slugs(each), each.operator)
        for each in _read_attributes(parameters)
    ]
    if filters:
        yield lambda index: reduce(and_ if relation == AND else or_, (each(index) for each in filters))


def _read_attributes(parameters: QueryDict) -> list[_AttributeFilter]:
    found: dict[str, _AttributeFilter] = {}
    for key in parameters:
        if not key.startswith("attributes"):
            continue
        match = _ATTRIBUTE_FIELD.fullmatch(key)
        if match is None:
            words = "Write attributes[0][attribute]=pa_colour&attributes[0][slug]=red."
            raise invalid_parameters({"attributes": ("rest_invalid_type", words)})
        _add_texts(found.setdefault(match[1], _AttributeFilter()), match[2], parameters.getlist(key))
    if any(not each.attribute or not (each.slugs or each.term_ids) for each in found.values()):
        words = "Each object of attributes needs an attribute and a slug or term_id."
        raise invalid_parameters({"attributes": ("rest_invalid_param", words)})
    return list(found.values())


def _add_texts(each: _AttributeFilter, name: str, texts: list[str]) -> None:
    if name == "attribute":
        each.attribute = slug_of(texts[-1].strip().lower().removeprefix("pa_"))
    elif name == "operator":
        each.operator = _read_operator(texts[-1], "attributes")
    elif name == "slug":
        each.slugs += _split(texts)
    else:
        each.term_ids += _split(texts)


def _value_slugs(each: _AttributeFilter) -> list[str]:
    ids = [number for text in each.term_ids if (number := whole(text)) is not None]
    if len(ids) < len(each.term_ids):
        raise invalid_parameters({"attributes": ("rest_invalid_type", "term_id is a whole number.")})
    rows = AttributeValue.objects.filter(pk__in=ids, attribute__slug=each.attribute)
    known = list(rows.values_list("slug", flat=True)) if ids else []
    # An ID of no such value is a value that no product has.
    return [*each.slugs, *known] or [""]
