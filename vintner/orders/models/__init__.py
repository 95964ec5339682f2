"""The permanent record of orders. Lines and amounts never change once they are written."""

from vintner.orders.models.audit import AuditRun as AuditRun
from vintner.orders.models.email import Email as Email
from vintner.orders.models.history import OrderEdit as OrderEdit
from vintner.orders.models.history import OrderEvent as OrderEvent
from vintner.orders.models.numbering import OrderNumbering as OrderNumbering
from vintner.orders.models.order import Order as Order
from vintner.orders.models.order import OrderAdjustment as OrderAdjustment
from vintner.orders.models.order import OrderLine as OrderLine
from vintner.orders.models.order import new_key as new_key
from vintner.orders.models.redemption import CouponClaim as CouponClaim
from vintner.orders.models.redemption import Redemption as Redemption
from vintner.orders.models.refund import Refund as Refund
from vintner.orders.models.refund import RefundLine as RefundLine
from vintner.orders.models.reservation import HeldBottle as HeldBottle
from vintner.orders.models.reservation import StockReservation as StockReservation
from vintner.orders.models.shipment import Shipment as Shipment
from vintner.orders.models.shipment import ShipmentLine as ShipmentLine
