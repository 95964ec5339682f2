"""Pure decisions about delivery: where things may go, what taking them there costs, how old who gets them must be."""

from vintner.shipping.rules.delivery import DeliveryKind as DeliveryKind
from vintner.shipping.rules.delivery import DeliveryMethod as DeliveryMethod
from vintner.shipping.rules.delivery import DeliveryOption as DeliveryOption
from vintner.shipping.rules.delivery import DeliveryRegion as DeliveryRegion
from vintner.shipping.rules.delivery import DeliveryZone as DeliveryZone
from vintner.shipping.rules.delivery import Parcel as Parcel
from vintner.shipping.rules.delivery import PerClass as PerClass
from vintner.shipping.rules.delivery import Preselect as Preselect
from vintner.shipping.rules.delivery import Requires as Requires
from vintner.shipping.rules.delivery import chosen as chosen
from vintner.shipping.rules.delivery import options as options
from vintner.shipping.rules.delivery import without_paid as without_paid
from vintner.shipping.rules.places import Place as Place
from vintner.shipping.rules.wine import DestinationTerms as DestinationTerms
from vintner.shipping.rules.wine import Ruling as Ruling
from vintner.shipping.rules.wine import may_ship_wine as may_ship_wine
