"""What staff edit about prices: promotions, coupons, how they combine, and tax rates."""

from vintner.pricing.models.book_version import BookVersion as BookVersion
from vintner.pricing.models.condition import Condition as Condition
from vintner.pricing.models.coupon import NO_USE as NO_USE
from vintner.pricing.models.coupon import Coupon as Coupon
from vintner.pricing.models.coupon import CouponCount as CouponCount
from vintner.pricing.models.policy import Policy as Policy
from vintner.pricing.models.promotion import Promotion as Promotion
from vintner.pricing.models.promotion import PromotionCount as PromotionCount
from vintner.pricing.models.tax_rate import TaxRate as TaxRate
from vintner.pricing.models.tier import Tier as Tier
