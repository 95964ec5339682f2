"""How often a plan sends a box, and for how long its subscribers are bound. No Django."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from zoneinfo import ZoneInfo

from dateutil.relativedelta import relativedelta

from vintner.money import Money


class CadenceUnit(StrEnum):
    """What a cadence counts in."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"


class PriceRule(StrEnum):
    """What later boxes cost: always what was agreed, or what the wine costs by then."""

    KEPT = "kept"
    CURRENT = "current"


@dataclass(frozen=True, slots=True)
class Cadence:
    """Every `count` units."""

    count: int
    unit: CadenceUnit

    def after(self, start: datetime, times: int, zone: ZoneInfo) -> datetime:
        """Return the moment `times` cadences after `start`, at the same time of the day in `zone`.

        It is counted from the start and not from the last box: who starts on 31 January gets a box on 28 February and
        the next one on 31 March. Daylight saving moves nothing.
        """
        local = start.astimezone(zone)
        moved = local + self._span(times)
        return moved.astimezone(UTC)

    def _span(self, times: int) -> relativedelta:
        many = self.count * times
        match self.unit:
            case CadenceUnit.DAY:
                return relativedelta(days=many)
            case CadenceUnit.WEEK:
                return relativedelta(weeks=many)
            case CadenceUnit.MONTH:
                return relativedelta(months=many)
            case CadenceUnit.YEAR:
                return relativedelta(years=many)

    @property
    def words(self) -> str:
        """The cadence as shoppers read it: every month, every 2 weeks."""
        return f"every {self.unit}" if self.count == 1 else f"every {self.count} {self.unit}s"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanTerms:
    """What a plan agrees on with its subscribers.

    `bottles` are those of one box. The first `trial_boxes` cost `trial_price` each. A subscriber stays for at least
    `least_boxes`; a subscription ends by itself after `most_boxes` (0: never). `skips_in_a_row` boxes may be skipped,
    and a pause may last `longest_pause` days (0: no pause).
    """

    id: int
    name: str
    cadence: Cadence
    bottles: int = 1
    price_rule: PriceRule = PriceRule.KEPT
    trial_boxes: int = 0
    trial_price: Money | None = None
    least_boxes: int = 0
    most_boxes: int = 0
    skips_in_a_row: int = 1
    longest_pause: int = 90
    on_sale: bool = True
    had_trial: bool = False
    """Whether the customer of the cart had the trial before."""

    @property
    def has_trial(self) -> bool:
        return self.trial_boxes > 0 and self.trial_price is not None

    @property
    def without_trial(self) -> "PlanTerms":
        """The terms for whoever had the trial before."""
        return replace(self, trial_boxes=0, trial_price=None)

    @property
    def is_committed(self) -> bool:
        """Whether a subscriber has to take more than one box."""
        return self.least_boxes > 1

    def least_price(self, agreed: Money) -> Money:
        """Return what one unit costs in all boxes that a subscriber has to take, without delivery and tax."""
        return Money.total(self.price_of_box(number, agreed) for number in range(1, self.least_boxes + 1))

    @property
    def price_changes_at(self) -> tuple[int, ...]:
        """Numbers of the later boxes from which on a price counts: the second, and the first after a longer trial."""
        if self.most_boxes == 1:
            return ()
        is_longer = self.has_trial and 2 <= self.trial_boxes != self.most_boxes
        return (2, self.trial_boxes + 1) if is_longer else (2,)

    def price_of_box(self, number: int, agreed: Money) -> Money:
        """Return what box `number` (the first is 1) costs a subscriber who agreed on a price."""
        return self.trial_price if self.trial_price is not None and number <= self.trial_boxes else agreed
