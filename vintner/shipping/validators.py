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
    """Refuse what is no sum, and an amount that no cart would be asked for."""
    try:
        expression = costs.read(text)
    except BadCost as bad:
        raise ValidationError(str(bad)) from bad
    if expression is not None and (problem := costs.find_problem(expression)):
        raise ValidationError(problem)


POSTCODES_HELP = "One a line: 94110, 941* or 90001...90099. Blank: all of them."
COST_HELP = 'Dollars, or a sum: 10 + 2 * [qty], [fee percent="10" min_fee="4"]. [cost] is what the goods cost.'
