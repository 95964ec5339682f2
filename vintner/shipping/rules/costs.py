"""What a delivery costs, as a sum that staff write: 10 + 2 * [qty] (docs/pricing.md#delivery).

A small grammar of its own, read by descent: numbers, + - * /, brackets, [qty], [cost] and
[fee percent="10" min_fee="4" max_fee="20"]. Amounts are dollars. Nothing else can be said, so nothing can go wrong.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, DivisionByZero, InvalidOperation, Overflow

from vintner.money import ZERO, Money

LONGEST = 200
MOST = Decimal(100_000)
"""Dollars. Dearer than this is a slip of the pen, and not offered."""


class BadCost(ValueError):
    """What was written is no sum. Its text says where it ends to be one."""


@dataclass(frozen=True, slots=True)
class Contents:
    """So many bottles that cost so much, after discounts and before tax."""

    units: int = 0
    cost: Money = ZERO

    def __add__(self, other: "Contents") -> "Contents":
        return Contents(self.units + other.units, self.cost + other.cost)


@dataclass(frozen=True, slots=True)
class Number:
    value: Decimal

    def dollars(self, contents: Contents) -> Decimal:
        return self.value


@dataclass(frozen=True, slots=True)
class Quantity:
    """[qty]"""

    def dollars(self, contents: Contents) -> Decimal:
        return Decimal(contents.units)


@dataclass(frozen=True, slots=True)
class Worth:
    """[cost]"""

    def dollars(self, contents: Contents) -> Decimal:
        return contents.cost.decimal


@dataclass(frozen=True, slots=True)
class Fee:
    """[fee percent="10" min_fee="4"]: a percentage of what the contents cost, within bounds."""

    percent: Decimal
    least: Decimal | None = None
    most: Decimal | None = None

    def dollars(self, contents: Contents) -> Decimal:
        fee = contents.cost.decimal * self.percent / 100
        fee = fee if self.least is None else max(fee, self.least)
        return fee if self.most is None else min(fee, self.most)


@dataclass(frozen=True, slots=True)
class Calculation:
    sign: str
    left: "Expression"
    right: "Expression"

    def dollars(self, contents: Contents) -> Decimal:
        left, right = self.left.dollars(contents), self.right.dollars(contents)
        match self.sign:
            case "+":
                return left + right
            case "-":
                return left - right
            case "*":
                return left * right
            case _:
                return left / right


Expression = Number | Quantity | Worth | Fee | Calculation


def cost_of(expression: Expression, contents: Contents) -> Money | None:
    """Return what the expression comes to, to the cent and never below zero; None when it comes to nothing sensible."""
    try:
        dollars = expression.dollars(contents)
    except (DivisionByZero, InvalidOperation, Overflow):
        return None
    return Money.of(max(dollars, Decimal(0))) if dollars <= MOST else None


def find_problem(expression: Expression) -> str:
    """Return why an expression is no cost for one bottle or for many, '' if it is one. What is below zero for some
    carts costs nothing for them, but for all of them it is a slip of the pen.
    """
    examples = (Contents(1, Money.of(Decimal(20))), Contents(60, Money.of(Decimal(3000))))
    try:
        found = [expression.dollars(each) for each in examples]
    except (DivisionByZero, InvalidOperation, Overflow):
        return "This cost cannot be worked out: it divides by zero."
    if max(found) < 0:
        return "A cost cannot be negative."
    return f"A cost is at most ${MOST:,}: otherwise the delivery is not offered." if min(found) > MOST else ""


def fixed(cost: Money) -> Expression:
    """Return the expression of one amount."""
    return Number(cost.decimal)


def read(text: str) -> Expression | None:
    """Read what staff wrote, None for nothing. Raises BadCost."""
    if not text.strip():
        return None
    if len(text) > LONGEST:
        raise BadCost(f"A cost has at most {LONGEST} characters.")
    return _Reader(text).whole()


_WORD = re.compile(r"\s*(?:(?P<number>\d+(?:\.\d+)?|\.\d+)|(?P<code>\[[^\]]*\])|(?P<sign>[-+*/()]))", re.ASCII)
_FEE = re.compile(r"\[fee((?:\s+(?:percent|min_fee|max_fee)=[\"'][0-9.]*[\"'])+)\s*\]", re.ASCII)
_PART = re.compile(r"(percent|min_fee|max_fee)=[\"'](\d+(?:\.\d+)?|\.\d+|)[\"']", re.ASCII)


class _Reader:
    """Reads by descent: a sum is of products, a product of factors, a factor may be a sum in brackets."""

    def __init__(self, text: str) -> None:
        self.words = [*_words(text), ""]
        self.at = 0

    def whole(self) -> Expression:
        made = self.sum()
        if self.words[self.at]:
            raise BadCost(f"A cost cannot go on with “{self.words[self.at]}”.")
        return made

    def take(self) -> str:
        self.at += 1
        return self.words[self.at - 1]

    def sum(self) -> Expression:
        made = self.product()
        while self.words[self.at] in ("+", "-"):
            made = Calculation(self.take(), made, self.product())
        return made

    def product(self) -> Expression:
        made = self.factor()
        while self.words[self.at] in ("*", "/"):
            made = Calculation(self.take(), made, self.factor())
        return made

    def factor(self) -> Expression:
        word = self.take()
        if word == "(":
            made = self.sum()
            if self.take() != ")":
                raise BadCost("A bracket is not closed.")
            return made
        if word == "-":
            return Calculation("-", Number(Decimal(0)), self.factor())
        return _value(word)


def _words(text: str) -> Iterator[str]:
    at = 0
    while text[at:].strip():
        found = _WORD.match(text, at)
        if found is None:
            raise BadCost(f"“{text[at:].strip()[:20]}” is not part of a cost: write 10 + 2 * [qty].")
        yield found.group().strip()
        at = found.end()


def _value(word: str) -> Expression:
    match word:
        case "[qty]":
            return Quantity()
        case "[cost]":
            return Worth()
        case "":
            raise BadCost("A cost ends too early.")
    if word.startswith("["):
        return _fee(word)
    if word in "+*/)":
        raise BadCost(f"Before “{word}” something is missing.")
    return Number(Decimal(word))


def _fee(word: str) -> Fee:
    named = _FEE.fullmatch(word)
    parts = dict(_PART.findall(named.group(1))) if named else {}
    if not parts.get("percent"):
        raise BadCost(f'“{word[:60]}” is none of [qty], [cost] and [fee percent="10" min_fee="4" max_fee="20"].')
    least, most = (Decimal(text) if (text := parts.get(name, "")) else None for name in ("min_fee", "max_fee"))
    return Fee(percent=Decimal(parts["percent"]), least=least, most=most)
