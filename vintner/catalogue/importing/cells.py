"""Parses the cells of a product CSV. Pure; each function raises RowProblem with its column."""

import re
from collections.abc import Iterator
from datetime import MAXYEAR, datetime, timedelta, tzinfo
from decimal import Decimal
from typing import Final

from vintner.catalogue.importing.html_text import decode_entities
from vintner.catalogue.importing.tables import CsvRow, RowProblem
from vintner.catalogue.models.product import LONGEST_SKU
from vintner.money import Money
from vintner.web.text_input import read_code

_YES: Final = {"1", "yes", "true"}
_NO: Final = {"0", "no", "false"}
_PRICE: Final = re.compile(r"\d{1,9}(\.\d{1,2})?", re.ASCII)
_WHOLE: Final = re.compile(r"-?\d{1,9}", re.ASCII)
_GRAMS: Final = re.compile(r"\d{1,3}(\.\d)?", re.ASCII)
_WEIGHT: Final = re.compile(r"\d{1,5}(\.\d{1,4})?", re.ASCII)
_HEAVIEST: Final = Decimal("99999.999")
"""Pounds. The most that the store's column holds."""
_LONGEST_PATH: Final = 600
_BETWEEN: Final = re.compile(r"(?<!\\),")


def required(row: CsvRow, column: str, longest: int) -> str:
    """Return a cell that may not be empty or too long."""
    text = row.text(column)
    if not text:
        raise RowProblem(column, "is missing")
    return short(row, column, longest)


def read_sku(row: CsvRow, column: str) -> str:
    """Return a cell with an SKU, in its one form."""
    return read_code(required(row, column, LONGEST_SKU))


def short(row: CsvRow, column: str, longest: int) -> str:
    """Return a cell of at most so many characters."""
    return _check_length(row.text(column), column, longest)


def short_prose(row: CsvRow, column: str, longest: int) -> str:
    """Return a longer text of at most so many characters, as `CsvRow.prose` reads it."""
    return _check_length(row.prose(column), column, longest)


def _check_length(text: str, column: str, longest: int) -> str:
    if len(text) > longest:
        raise RowProblem(column, f"has {len(text)} characters, {longest} fit")
    return text


def yes(row: CsvRow, column: str, *, default: bool) -> bool:
    """Return a cell of 1 or 0, yes or no; the default where it is empty."""
    text = row.text(column).lower()
    if not text:
        return default
    if text not in _YES | _NO:
        raise RowProblem(column, f"{text!r} is neither 1 nor 0")
    return text in _YES


def one_of(row: CsvRow, column: str, allowed: dict[str, str], default: str) -> str:
    """Return what a cell stands for; the default where it is empty."""
    text = row.text(column).lower()
    if not text:
        return default
    if text not in allowed:
        raise RowProblem(column, f"{text!r} is none of {', '.join(allowed)}")
    return allowed[text]


def price(row: CsvRow, column: str) -> Money | None:
    """Return an amount in dollars and cents, None where the cell is empty."""
    text = row.text(column)
    if not text:
        return None
    if not _PRICE.fullmatch(text):
        raise RowProblem(column, f"{text!r} is not a price such as 16.99")
    return Money.of(Decimal(text))


def whole(row: CsvRow, column: str, *, least: int | None = None, most: int | None = None) -> int | None:
    """Return a whole number, None where the cell is empty."""
    text = row.text(column)
    if not text:
        return None
    if not _WHOLE.fullmatch(text):
        raise RowProblem(column, f"{text!r} is not a whole number")
    number = int(text)
    if least is not None and number < least:
        raise RowProblem(column, f"{number} is less than {least}")
    if most is not None and number > most:
        raise RowProblem(column, f"{number} is more than {most}")
    return number


def grams(row: CsvRow, column: str, *, most: int) -> Decimal | None:
    """Return grams with one decimal at most, None where the cell is empty."""
    text = row.text(column)
    if not text:
        return None
    if not _GRAMS.fullmatch(text) or Decimal(text) > most:
        raise RowProblem(column, f"{text!r} is not a number of grams up to {most}, such as 4.5")
    return Decimal(text)


def pounds(row: CsvRow) -> Decimal | None:
    """Return the weight in pounds from the column in pounds or in kilograms."""
    for column, factor in (("Weight (lbs)", Decimal(1)), ("Weight (kg)", Decimal("2.20462262"))):
        text = row.text(column)
        if text:
            if not _WEIGHT.fullmatch(text):
                raise RowProblem(column, f"{text!r} is not a weight")
            weight = (Decimal(text) * factor).quantize(Decimal("0.001"))
            if weight > _HEAVIEST:
                raise RowProblem(column, f"is more than {_HEAVIEST} lbs")
            return weight
    return None


def moment(row: CsvRow, column: str, zone: tzinfo, *, end: bool = False) -> datetime | None:
    """Return a date with or without a time, in the shop's zone unless it names one.

    A bare date that ends something includes that day, so the moment is the next midnight.
    """
    text = row.text(column)
    if not text:
        return None
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise RowProblem(column, f"{text!r} is not a date such as 2026-03-31") from None
    if not 1 < found.year < MAXYEAR:  # another zone must not lead out of the calendar
        raise RowProblem(column, f"{text!r} is not a date such as 2026-03-31")
    if end and len(text) == len("2026-03-31"):
        found += timedelta(days=1)
    return found if found.tzinfo else found.replace(tzinfo=zone)


def items(row: CsvRow, column: str, longest: int = 300) -> tuple[str, ...]:
    """Return the parts of a cell between commas; a comma within a part is written with a backslash before it."""
    found = tuple(dict.fromkeys(part for each in _parts(row, column) if (part := decode_entities(each).strip())))
    for part in found:
        if len(part) > longest:
            raise RowProblem(column, f"{part[:30]!r}… has {len(part)} characters, {longest} fit")
    return found


def paths(row: CsvRow, column: str) -> tuple[tuple[str, ...], ...]:
    """Return categories as ways through the tree: 'Wine > Red, Gifts' is (Wine, Red) and (Gifts)."""
    parts = list(_parts(row, column))
    for part in parts:
        if len(part) > _LONGEST_PATH:
            raise RowProblem(column, f"{part[:30]!r}… has {len(part)} characters, {_LONGEST_PATH} fit")
    found = (tuple(filter(None, map(_read_step, part.split(">")))) for part in parts)
    return tuple(dict.fromkeys(path for path in found if path))


def _parts(row: CsvRow, column: str) -> Iterator[str]:
    """Yield the parts of a cell between commas, as they stand in the file: an entity is no separator."""
    return (part.replace("\\,", ",") for part in _BETWEEN.split(row.source(column)))


def _read_step(step: str) -> str:
    return decode_entities(step).strip()
