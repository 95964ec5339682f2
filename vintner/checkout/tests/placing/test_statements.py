"""How many statements a paid order takes. Each is a round trip, and most are made while others wait for the bottles."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from vintner.orders.rules import Status
from vintner.testing.builders import make_product
from vintner.testing.provider import ProviderDouble
from vintner.testing.shopper import Shopper, only_order

pytestmark = pytest.mark.usefixtures("store")
MOST = 32
OF_TRANSACTIONS = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")


def test_a_paid_order_takes_few_statements_and_no_savepoint_of_its_own(provider: ProviderDouble) -> None:
    shopper = Shopper().puts(make_product(), 2).puts(make_product())
    token = shopper.token()
    with CaptureQueriesContext(connection) as captured:
        shopper.pays(token=token)
    assert only_order().status == Status.PROCESSING
    made = [each["sql"].partition(" ")[0] for each in captured.captured_queries]
    assert len([each for each in made if each not in OF_TRANSACTIONS]) <= MOST
    # Of placing, of recording the payment and of the session, for the transaction of this test is around them.
    assert made.count("SAVEPOINT") == 3


def test_more_lines_take_no_more_statements(provider: ProviderDouble) -> None:
    def statements(lines: int) -> int:
        shopper = Shopper()
        for _ in range(lines):
            shopper.puts(make_product())
        token = shopper.token()
        with CaptureQueriesContext(connection) as captured:
            shopper.pays(token=token, billing_email=f"jane{lines}@example.com")
        return len(captured.captured_queries)

    assert statements(4) == statements(1)
