"""The plans by which wines are sold as subscriptions."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

from vintner.catalogue.plans.rules import Cadence, CadenceUnit, PlanTerms, PriceRule
from vintner.money import ZERO, MoneyField

MOST_BOXES = 999


class Plan(models.Model):
    """A plan: how often a box is sent, what it costs later, and how a subscriber may leave.

    A product with a plan is sold by subscription alone. What is agreed is copied into each subscription: a change of
    the plan is for those who subscribe later.
    """

    name = models.CharField(max_length=120, unique=True, help_text="As subscribers see it: Monthly, Cellar Club …")
    interval_count = models.PositiveSmallIntegerField(
        "a box every", default=1, validators=[MinValueValidator(1), MaxValueValidator(99)]
    )
    interval_unit = models.CharField(
        "unit",
        max_length=5,
        default=CadenceUnit.MONTH,
        choices=[(each.value, f"{each}s") for each in CadenceUnit],
    )
    bottles = models.PositiveSmallIntegerField(
        "bottles in a box",
        default=1,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_BOXES)],
        help_text="States limit how many bottles may be sent to a person; every box counts as so many.",
    )
    price_rule = models.CharField(
        "price of later boxes",
        max_length=7,
        default=PriceRule.KEPT,
        choices=[
            (PriceRule.KEPT.value, "what was agreed, for as long as the subscription lasts"),
            (PriceRule.CURRENT.value, "what the wine costs by then; a higher price is announced 30 days before"),
        ],
    )
    trial_boxes = models.PositiveSmallIntegerField(
        "boxes at the trial price", default=0, validators=[MaxValueValidator(MOST_BOXES)], help_text="0: no trial."
    )
    trial_price = MoneyField(null=True, blank=True, help_text="Of each of these boxes.")
    least_boxes = models.PositiveSmallIntegerField(
        "least boxes",
        default=0,
        validators=[MaxValueValidator(MOST_BOXES)],
        help_text="A subscriber stays for so many boxes. 0: may leave at any time.",
    )
    most_boxes = models.PositiveSmallIntegerField(
        "most boxes",
        default=0,
        validators=[MaxValueValidator(MOST_BOXES)],
        help_text="The subscription ends after so many. 0: it goes on until it is canceled.",
    )
    skips_in_a_row = models.PositiveSmallIntegerField(
        "boxes that may be skipped in a row", default=1, validators=[MaxValueValidator(12)]
    )
    longest_pause = models.PositiveSmallIntegerField(
        "longest pause in days", default=90, validators=[MaxValueValidator(365)], help_text="0: no pause."
    )
    on_sale = models.BooleanField(
        "takes new subscribers", default=True, help_text="Off: its wines cannot be bought. Subscribers keep theirs."
    )

    class Meta:
        ordering = ["name"]
        constraints = [
            models.CheckConstraint(condition=Q(interval_count__range=(1, 99)), name="plan_interval_in_range"),
            models.CheckConstraint(condition=Q(bottles__range=(1, MOST_BOXES)), name="plan_bottles_in_range"),
            models.CheckConstraint(
                condition=Q(trial_boxes=0) | Q(trial_price__gte=ZERO), name="plan_trial_has_a_price"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def terms(self) -> PlanTerms:
        """Return the plan as the rules read it."""
        return PlanTerms(
            id=self.pk,
            name=self.name,
            cadence=Cadence(self.interval_count, CadenceUnit(self.interval_unit)),
            bottles=self.bottles,
            price_rule=PriceRule(self.price_rule),
            trial_boxes=self.trial_boxes,
            trial_price=self.trial_price,
            least_boxes=self.least_boxes,
            most_boxes=self.most_boxes,
            skips_in_a_row=self.skips_in_a_row,
            longest_pause=self.longest_pause,
            on_sale=self.on_sale,
        )
