"""What staff edit about delivery (zones, methods, times, where wine may go), and the ledger of what was sent."""

from vintner.shipping.models.delivery_times import DeliveryTimes as DeliveryTimes
from vintner.shipping.models.delivery_times import Holiday as Holiday
from vintner.shipping.models.destination import Destination as Destination
from vintner.shipping.models.hold_season import HoldSeason as HoldSeason
from vintner.shipping.models.ledger import Sent as Sent
from vintner.shipping.models.method import ClassCost as ClassCost
from vintner.shipping.models.method import Method as Method
from vintner.shipping.models.zone import Zone as Zone
from vintner.shipping.models.zone import ZoneRegion as ZoneRegion
