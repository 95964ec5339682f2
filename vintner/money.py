"""Money in integer minor units. A store has one currency: US dollars, unless it is set to another."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache
from typing import TYPE_CHECKING, Self, TypeVar

from babel.numbers import format_currency, get_currency_symbol
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MinValueValidator
from django.db import models
from django.utils.text import capfirst

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

MINOR_UNIT = 2
"""Digits behind the decimal point of the currency, `currency_minor_unit` in the Store API. Settings take no other."""


def currency() -> str:
    """Return the code of the store's currency: USD."""
    return str(settings.STORE_CURRENCY)


def symbol() -> str:
    """Return what amounts of the store's currency begin with: $."""
    return str(get_currency_symbol(currency(), locale="en_US"))


@dataclass(frozen=True, order=True, slots=True)
class Money:
    """An exact amount in cents. Arithmetic stays in integers; only `percent` and `of` round, half up."""

    minor: int = 0

    @classmethod
    def of(cls, amount: Decimal) -> Self:
        """Return the amount given in whole currency units (12.5 → 1250 cents), half a cent rounded up."""
        return cls(int((amount * 10**MINOR_UNIT).to_integral_value(ROUND_HALF_UP)))

    @classmethod
    def total(cls, amounts: Iterable["Money"]) -> "Money":
        """Return the sum, zero for none."""
        return cls(sum(amount.minor for amount in amounts))

    def __add__(self, other: "Money") -> "Money":
        return Money(self.minor + other.minor)

    def __sub__(self, other: "Money") -> "Money":
        return Money(self.minor - other.minor)

    def __neg__(self) -> "Money":
        return Money(-self.minor)

    def __mul__(self, times: int) -> "Money":
        return Money(self.minor * times)

    def __bool__(self) -> bool:
        return self.minor != 0

    def percent(self, rate: Decimal) -> "Money":
        """Return `rate` per cent of this amount, half a cent rounded up (away from zero)."""
        return Money(int((self.minor * rate / 100).to_integral_value(ROUND_HALF_UP)))

    @property
    def decimal(self) -> Decimal:
        """The amount in whole currency units with the currency's digits: Decimal("16.99")."""
        return Decimal(self.minor).scaleb(-MINOR_UNIT)

    @property
    def text(self) -> str:
        """The amount as a shopper reads it: $1,234.56."""
        return _worded(self.minor, currency())

    def __str__(self) -> str:
        return self.text

    def deconstruct(self) -> tuple[str, tuple[int], dict[str, object]]:
        """Tell migrations how to write this value down."""
        return "vintner.money.Money", (self.minor,), {}


ZERO = Money(0)


@lru_cache(maxsize=8192)
def _worded(minor: int, code: str) -> str:
    return format_currency(Decimal(minor).scaleb(-MINOR_UNIT), code, locale="en_US")


MOST_DIGITS = 14
"""Of an amount that staff type, with its cents."""


class MoneyFormField(forms.DecimalField):
    """A decimal box that reads and shows `Money`. Staff type no amount below zero."""

    def __init__(
        self,
        *,
        required: bool = True,
        label: "StrOrPromise | None" = None,
        help_text: "StrOrPromise" = "",
        initial: Money | None = None,
        widget: "forms.Widget | type[forms.Widget] | None" = None,
    ) -> None:
        super().__init__(
            required=required,
            label=label,
            help_text=help_text,
            initial=initial,
            widget=widget,
            max_digits=MOST_DIGITS,
            decimal_places=MINOR_UNIT,
            validators=[MinValueValidator(0, "Enter an amount of 0 or more.")],
        )

    def prepare_value(self, value: object) -> object:
        return value.decimal if isinstance(value, Money) else value

    def clean(self, value: object) -> Money | None:
        amount = super().clean(self.prepare_value(value))  # a field that staff may not change brings its own value
        return None if amount is None else Money.of(amount)

    def has_changed(self, initial: object, data: object) -> bool:
        return super().has_changed(self.prepare_value(initial), data)


Set_contra = TypeVar("Set_contra", contravariant=True)
Got_co = TypeVar("Got_co", covariant=True)

if TYPE_CHECKING:

    class _MoneyColumn(models.Field[Set_contra, Got_co]):
        """The column as the type checker sees it: `Money`, or `Money | None` where null is allowed."""

else:

    class _MoneyColumn(models.BigIntegerField):
        """The column as the database sees it."""

        validators = ()  # those of whole numbers cannot compare `Money`; MoneyFormField bounds what is typed

        def __class_getitem__(cls, _: object) -> type:
            return cls


class MoneyField(_MoneyColumn[Set_contra, Got_co]):
    """A column of minor units that reads and writes `Money`."""

    _pyi_private_set_type: Money
    _pyi_private_get_type: Money

    def from_db_value(self, value: int | None, *_: object) -> Money | None:
        return None if value is None else Money(value)

    def to_python(self, value: object) -> Money | None:
        if value is None or isinstance(value, Money):
            return value
        try:
            return Money(int(str(value)))
        except (TypeError, ValueError) as error:
            raise ValidationError("Enter an amount in whole cents.") from error

    def get_prep_value(self, value: object) -> int | None:
        return value.minor if isinstance(value, Money) else super().get_prep_value(value)

    def value_to_string(self, obj: models.Model) -> str:
        value = self.get_prep_value(self.value_from_object(obj))
        return "" if value is None else str(value)

    def formfield(self, *, widget: "forms.Widget | type[forms.Widget] | None" = None, **_: object) -> MoneyFormField:
        """Return the box in which staff type the amount, in the widget that the form asks for."""
        return MoneyFormField(
            required=not self.blank,
            label=capfirst(self.verbose_name),
            help_text=self.help_text,
            initial=self.get_default() if self.has_default() else None,
            widget=widget,
        )


NOTHING = Decimal(0)


def round_cents(cents: Decimal) -> Money:
    """Return whole cents, half a cent rounded up: prices are without tax (docs/pricing.md#taxes)."""
    return Money(int(cents.to_integral_value(ROUND_HALF_UP)))


def strip_zeros(number: Decimal) -> str:
    """Return the shortest way to write a number: 10.00 → '10', 7.2500 → '7.25'."""
    return f"{number.normalize():f}"


def share_out(amount: int, weights: Sequence[Decimal]) -> list[int]:
    """Return `amount` cents in whole parts as near to the weights as can be; the parts make exactly the amount.

    The largest remainders get the cents that are left over, of equal ones the first. No weight may be negative;
    when all are zero nothing can be shared out, and every part is zero.
    """
    if len(weights) == 1:
        return [amount if weights[0] else 0]
    whole = sum(weights, NOTHING)
    if not whole:
        return [0] * len(weights)
    exact = [amount * weight / whole for weight in weights]
    parts = [int(each) for each in exact]
    by_remainder = sorted(range(len(parts)), key=lambda n: parts[n] - exact[n])
    for n in by_remainder[: amount - sum(parts)]:
        parts[n] += 1
    return parts
