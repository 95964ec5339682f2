"""Things to test with: each function makes one, with defaults that make sense and only what matters spelt out.

Amounts are given as shops write them ("16.99") or as `Money`. Everything is saved.
"""

from vintner.testing.builders.amounts import Amount as Amount
from vintner.testing.builders.amounts import money as money
from vintner.testing.builders.classification import add_fact as add_fact
from vintner.testing.builders.classification import attribute_value as attribute_value
from vintner.testing.builders.classification import make_category as make_category
from vintner.testing.builders.gift_sets import add_to_set as add_to_set
from vintner.testing.builders.gift_sets import make_set as make_set
from vintner.testing.builders.plans import make_box_wine as make_box_wine
from vintner.testing.builders.plans import make_plan as make_plan
from vintner.testing.builders.producers import add_material as add_material
from vintner.testing.builders.producers import add_slide as add_slide
from vintner.testing.builders.producers import make_picture as make_picture
from vintner.testing.builders.producers import make_producer as make_producer
from vintner.testing.builders.products import make_product as make_product
from vintner.testing.builders.products import make_variable_product as make_variable_product
from vintner.testing.builders.products import make_variation as make_variation
from vintner.testing.builders.products import only_variation as only_variation
from vintner.testing.builders.products import set_stock as set_stock
from vintner.testing.builders.shoppers import make_cart as make_cart
from vintner.testing.builders.shoppers import make_review as make_review
from vintner.testing.builders.shoppers import make_user as make_user
from vintner.testing.builders.subscriptions import make_subscription as make_subscription
