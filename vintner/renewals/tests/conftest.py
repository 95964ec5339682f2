"""What tests of renewals start with."""

from vintner.payments.tests.conftest import audited as audited
from vintner.payments.tests.conftest import sandbox as sandbox
from vintner.payments.tests.conftest import sandbox_program as sandbox_program
from vintner.payments.tests.conftest import store as store
