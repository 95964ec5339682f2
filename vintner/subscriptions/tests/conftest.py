"""What tests of subscriptions start with."""

from vintner.payments.tests.conftest import sandbox as sandbox
from vintner.payments.tests.conftest import sandbox_program as sandbox_program
from vintner.payments.tests.conftest import store as store
