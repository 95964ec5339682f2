"""The tables of the catalogue. Those that belong to a smaller package are written there."""

from vintner.catalogue.classes import ShippingClass as ShippingClass
from vintner.catalogue.classes import TaxClass as TaxClass
from vintner.catalogue.former_addresses import FormerAddress as FormerAddress
from vintner.catalogue.models.classification import Attribute as Attribute
from vintner.catalogue.models.classification import AttributeValue as AttributeValue
from vintner.catalogue.models.classification import Category as Category
from vintner.catalogue.models.classification import Tag as Tag
from vintner.catalogue.models.classification import category_address as category_address
from vintner.catalogue.models.picture import Picture as Picture
from vintner.catalogue.models.producer import Producer as Producer
from vintner.catalogue.models.product import Product as Product
from vintner.catalogue.models.product import ProductQuerySet as ProductQuerySet
from vintner.catalogue.models.product import Variation as Variation
from vintner.catalogue.models.product import no_stars as no_stars
from vintner.catalogue.models.product import product_address as product_address
from vintner.catalogue.models.product import variation_address as variation_address
from vintner.catalogue.models.review import Review as Review
from vintner.catalogue.plans.plan import Plan as Plan
from vintner.catalogue.producers.showcase import ProducerSlide as ProducerSlide
from vintner.catalogue.producers.showcase import RelatedMaterial as RelatedMaterial
from vintner.catalogue.product.parts import GalleryPicture as GalleryPicture
from vintner.catalogue.product.parts import ProductFact as ProductFact
from vintner.catalogue.sets.set_item import SetItem as SetItem
from vintner.catalogue.stock.stock_movement import StockMovement as StockMovement
from vintner.catalogue.stock.uncounted_sale import UncountedSale as UncountedSale
from vintner.catalogue.tasting.critic_score import CriticScore as CriticScore
