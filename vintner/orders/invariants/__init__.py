"""What has to be true of the store's data at every moment, as queries that select the rows that break it.

The tests, the nightly job and `manage.py audit_invariants` run the same queries. They read tables of other packages on
purpose: the invariants hold between stock, money, orders, coupons, carts and e-mails. That a cart is never lost (I17)
cannot be seen in rows; journeys test it.
"""

from vintner.orders.invariants.all_invariants import INVARIANTS as INVARIANTS
from vintner.orders.invariants.all_invariants import audit as audit
from vintner.orders.invariants.invariant import Broken as Broken
from vintner.orders.invariants.invariant import Invariant as Invariant
from vintner.orders.invariants.ledger import LEDGER as LEDGER
