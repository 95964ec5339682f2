"""Tax rates."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from vintner.pricing.rules.taxes import read_cities
from vintner.shipping.named_places import check_place
from vintner.shipping.rules.postcodes import Postcodes
from vintner.shipping.validators import POSTCODES_HELP, check_postcodes


class TaxRate(models.Model):
    """A tax on goods sent to a place. Of all rates that match, one per priority counts (docs/pricing.md#taxes)."""

    name = models.CharField(max_length=60)
    country = models.CharField(max_length=2, blank=True, help_text="Two letters; blank means everywhere.")
    state = models.CharField(max_length=3, blank=True, help_text="Blank means the whole country.")
    postcodes = models.TextField(
        "ZIP or postal codes", blank=True, validators=[check_postcodes], help_text=POSTCODES_HELP
    )
    cities = models.TextField(blank=True, help_text="One a line. Blank: all of them.")
    percent = models.DecimalField(
        max_digits=7, decimal_places=4, validators=[MinValueValidator(0), MaxValueValidator(100)]
    )
    priority = models.PositiveSmallIntegerField(
        default=1, validators=[MinValueValidator(1)], help_text="Of several rates of one priority only one counts."
    )
    compound = models.BooleanField(default=False, help_text="On the price and the taxes before it.")
    on_shipping = models.BooleanField("on delivery too", default=True)
    tax_class = models.SlugField(max_length=40, default="standard")

    class Meta:
        ordering = ["priority", "id"]

    def __str__(self) -> str:
        return f"{self.name} {self.percent.normalize():f}%"

    def clean(self) -> None:
        """Refuse a place that there is not. Write places one way, so that a file that comes again finds them."""
        self.country, self.state = check_place(self.country, self.state)
        self.postcodes = Postcodes.kept(self.postcodes).text
        self.cities = ";".join(read_cities(self.cities))
