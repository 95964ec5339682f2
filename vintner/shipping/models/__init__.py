"""What staff edit about delivery (zones, methods, where wine may go), and the ledger of what was sent."""

from vintner.shipping.models.destination import Destination as Destination
from vintner.shipping.models.ledger import Sent as Sent
from vintner.shipping.models.method import ClassCost as ClassCost
from vintner.shipping.models.method import Method as Method
from vintner.shipping.models.zone import Zone as Zone
from vintner.shipping.models.zone import ZoneRegion as ZoneRegion
