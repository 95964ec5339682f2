"""The catalogue in the admin."""

from vintner.catalogue.admin.classification_admin import AttributeAdmin as AttributeAdmin
from vintner.catalogue.admin.classification_admin import AttributeValueAdmin as AttributeValueAdmin
from vintner.catalogue.admin.classification_admin import CategoryAdmin as CategoryAdmin
from vintner.catalogue.admin.classification_admin import TagAdmin as TagAdmin
from vintner.catalogue.admin.picture_admin import PictureAdmin as PictureAdmin
from vintner.catalogue.admin.producer_admin import ProducerAdmin as ProducerAdmin
from vintner.catalogue.admin.product_admin import ALIKE as ALIKE
from vintner.catalogue.admin.product_admin import NOTHING_TO_BUY as NOTHING_TO_BUY
from vintner.catalogue.admin.product_admin import NOTHING_TO_CHOOSE_BY as NOTHING_TO_CHOOSE_BY
from vintner.catalogue.admin.product_admin import ONE_VARIATION as ONE_VARIATION
from vintner.catalogue.admin.product_admin import TERMS as TERMS
from vintner.catalogue.admin.product_admin import ProductAdmin as ProductAdmin
from vintner.catalogue.class_admin import ShippingClassAdmin as ShippingClassAdmin
from vintner.catalogue.class_admin import TaxClassAdmin as TaxClassAdmin
from vintner.catalogue.plans.plan_admin import PlanAdmin as PlanAdmin
from vintner.catalogue.reviews.review_admin import ReviewAdmin as ReviewAdmin
from vintner.catalogue.stock.stock_admin import StockMovementAdmin as StockMovementAdmin
from vintner.catalogue.stock.stock_admin import VariationAdmin as VariationAdmin
