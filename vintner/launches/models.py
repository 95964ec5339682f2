"""What is planned for the moment at which a wine goes on sale."""

from uuid import uuid4

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone

from vintner.catalogue.models import Product, Variation
from vintner.catalogue.stock.stock_movements import MOST
from vintner.money import MoneyField
from vintner.notices.models import StoreNotice
from vintner.web.periods import check_period


class LaunchPlan(models.Model):
    """A planned launch. Until the moment it can be changed and cancelled; afterwards it is a record.

    `moment`, `hide_price` and `launch_text` are those of the wine while the plan is open (`plans.apply_plan`).
    """

    product = models.ForeignKey(Product, on_delete=models.CASCADE, related_name="launch_plans", verbose_name="wine")
    moment = models.DateTimeField("goes on sale at", help_text="In the store's time zone.")
    hide_price = models.BooleanField(
        "hide the price until then", default=False, help_text="“Price at launch” stands in its place."
    )
    launch_text = models.CharField(
        "line on its page",
        max_length=300,
        blank=True,
        help_text="Above the countdown. Empty: “Released on” and the day.",
    )
    price_until = models.DateTimeField(
        "launch prices end at",
        null=True,
        blank=True,
        help_text="Empty: they stay until you change them. A launch price takes the place of a wine's own sale price, "
        "which comes back if the launch is canceled.",
    )
    notice_text = models.CharField(
        "banner", max_length=300, blank=True, help_text="A store notice above every page, from the moment on."
    )
    notice_days = models.PositiveSmallIntegerField(
        "days of the banner", default=7, validators=[MinValueValidator(1), MaxValueValidator(60)]
    )
    email_subject = models.CharField(
        "subject of the e-mail", max_length=150, blank=True, help_text="Empty: “… is now available”."
    )
    email_text = models.TextField(
        "first lines of the e-mail",
        max_length=1000,
        blank=True,
        help_text="An empty line begins a new paragraph. Empty: that the wine went on sale a moment ago.",
    )
    planned_at = models.DateTimeField(default=timezone.now, editable=False)
    launched_at = models.DateTimeField(null=True, editable=False)
    cancelled_at = models.DateTimeField("canceled at", null=True, editable=False)
    applied_moment = models.DateTimeField(null=True, editable=False)
    """The moment for which launch prices were written into the wine's variations."""
    notice = models.OneToOneField(StoreNotice, null=True, editable=False, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        verbose_name = "launch"
        verbose_name_plural = "launches"
        ordering = ("-moment", "-pk")
        constraints = [
            models.UniqueConstraint(
                fields=["product"],
                condition=Q(launched_at=None, cancelled_at=None),
                name="one_open_launch",
                violation_error_message="A launch of this wine is planned already.",
            ),
            models.CheckConstraint(
                condition=Q(launched_at=None) | Q(cancelled_at=None), name="cancelled_launch_never_happens"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.product} at {timezone.localtime(self.moment):%Y-%m-%d %H:%M}"

    @property
    def is_open(self) -> bool:
        return self.launched_at is None and self.cancelled_at is None

    @property
    def had_no_wine(self) -> bool:
        """Return whether the moment passed without the wine. Whoever cancels a launch does so before its moment."""
        return self.cancelled_at is not None and self.cancelled_at >= self.moment

    def clean(self) -> None:
        """Refuse launch prices that end before they begin."""
        check_period(self.moment, self.price_until, field="price_until")


class PlannedBottles(models.Model):
    """What a launch brings of one variation: a price from the moment on, and bottles."""

    plan = models.ForeignKey(LaunchPlan, on_delete=models.CASCADE, related_name="rows")
    variation = models.ForeignKey(Variation, on_delete=models.CASCADE, related_name="+")
    price = MoneyField(
        "launch price", null=True, blank=True, help_text="Below the regular price. Empty: the wine's own price."
    )
    bottles = models.PositiveIntegerField(
        "bottles that come",
        default=0,
        validators=[MaxValueValidator(MOST)],
        help_text="They are added to the stock ten minutes before.",
    )
    key = models.UUIDField(default=uuid4, unique=True, editable=False)
    """Identifies the stock movement: carried out twice, it moves the bottles once."""
    received_at = models.DateTimeField(null=True, editable=False)
    written_price = MoneyField(null=True, editable=False)
    """The launch price as it was written into the variation, in place of its own sale; None if none was."""
    own_price = MoneyField(null=True, editable=False)
    own_starts_at = models.DateTimeField(null=True, editable=False)
    own_ends_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = "bottle"
        ordering = ("variation__position", "variation_id")
        constraints = [models.UniqueConstraint(fields=["plan", "variation"], name="one_row_of_a_variation")]

    def __str__(self) -> str:
        return str(self.variation)
