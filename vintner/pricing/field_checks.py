"""What no promotion, coupon or tax rate may say, each reported at its field."""

from decimal import Decimal

from django.core.exceptions import ValidationError
from django.db.models import Q

from vintner.catalogue.models import Product, Variation
from vintner.web.email_addresses import fold_address
from vintner.web.text_input import read_code


def lines(text: str) -> list[str]:
    """Return what stands on the lines of a text."""
    return [line.strip() for line in text.splitlines() if line.strip()]


def read_codes(text: str) -> list[str]:
    """Return the codes that stand on the lines of a text."""
    return [read_code(line) for line in lines(text)]


def read_patterns(text: str) -> list[str]:
    """Return the patterns on the lines of a text, in lower case; * stands for any text. An e-mail address is in its one
    form.
    """
    return [fold_address(line) for line in lines(text)]


def read_coupon_code(text: str) -> str:
    """Return the code of a coupon in its one form: in lower case, its dashes as hyphens, in single blanks."""
    return read_code(text).lower()


def refuse_amount(field: str, amount: Decimal | None, *, percent: bool) -> None:
    """Raise ValidationError at the field for an amount below zero, and for one above 100 per cent."""
    if amount is None:
        return
    if amount < 0:
        raise ValidationError({field: "Enter an amount of 0 or more."})
    if percent and amount > 100:
        raise ValidationError({field: "Enter at most 100 percent."})


def refuse_unknown_skus(field: str, text: str) -> None:
    """Raise ValidationError at the field that names the SKUs which no bottle has."""
    named = dict.fromkeys(read_codes(text))
    known = set(Variation.objects.filter(sku__in=named).values_list("sku", flat=True))
    without = Q(variations__sku=None) | Q(variations__sku="")  # such a bottle goes by the SKU of its wine
    known |= set(Product.objects.filter(without, sku__in=named).values_list("sku", flat=True))
    unknown = [sku for sku in named if sku not in known]
    if unknown:
        raise ValidationError({field: f"No bottle has the SKU {', '.join(unknown)}."})
