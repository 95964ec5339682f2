"""What staff may write into boxes for postcodes and costs."""

from django.core.exceptions import ValidationError

from vintner.shipping.rules import costs
from vintner.shipping.rules.costs import BadCost
from vintner.shipping.rules.postcodes import BadPostcode, Postcodes


def check_postcodes(text: str) -> None:
    """Refuse what names no postcodes."""
    try:
        Postcodes.read(text)
    except BadPostcode as bad:
        raise ValidationError(str(bad)) from bad


def check_cost(text: str) -> None:
    """Refuse what is no sum."""
    try:
        costs.read(text)
    except BadCost as bad:
        raise ValidationError(str(bad)) from bad


POSTCODES_HELP = "One a line: 94110, 941* or 90001...90099. Blank: all of them."
COST_HELP = 'Dollars, or a sum: 10 + 2 * [qty], [fee percent="10" min_fee="4"]. [cost] is what the goods cost.'
