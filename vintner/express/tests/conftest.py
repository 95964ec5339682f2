"""What tests of express checkout start with."""

from vintner.payments.tests.conftest import provider as provider
from vintner.payments.tests.conftest import store as store
