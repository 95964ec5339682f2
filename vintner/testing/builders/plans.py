"""Plans, and wines that are sold by them."""

from vintner.catalogue.models import Plan, Product
from vintner.testing.builders.amounts import NUMBERS, Amount, money
from vintner.testing.builders.products import make_product


def make_plan(name: str = "", *, trial_price: Amount | None = None, **terms: object) -> Plan:
    """Make a plan, by default a box every month. `terms` are other fields of the plan."""
    price = None if trial_price is None else money(trial_price)
    return Plan.objects.create(name=name or f"Test Club {next(NUMBERS)}", trial_price=price, **terms)


def make_box_wine(plan: Plan | None = None, *, price: Amount = "60.00", stock: int | None = 50) -> Product:
    """Make a wine that is sold by subscription alone."""
    product = make_product(price=price, stock=stock)
    product.plan = plan or make_plan()
    product.save()
    return product
