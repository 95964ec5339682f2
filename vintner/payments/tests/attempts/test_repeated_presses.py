"""A press that is repeated while the first one is being charged."""

from contextlib import closing

import pytest
from django.utils import timezone

from vintner.payments.attempts.attempts import create_next_attempt, end_turn
from vintner.payments.attempts.payment_input import PaymentInput
from vintner.payments.attempts.start_payment import PaymentFailed, await_charge
from vintner.payments.messages import BUSY
from vintner.payments.models import Payment
from vintner.testing.builders import make_product
from vintner.testing.provider import DECLINED
from vintner.testing.shopper import Shopper, only_order
from vintner.web.edge.tests.web_process import PATIENT_SECONDS, WebProcess


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("store", "provider")
def test_it_leaves_its_place_to_the_first() -> None:
    Shopper().puts(make_product()).pays(DECLINED)
    payment = create_next_attempt(only_order(), PaymentInput("", token="ctoken_1"), timezone.now())

    def press_again() -> object:
        server.post("/first")
        with pytest.raises(PaymentFailed, match=BUSY):
            await_charge(payment.pk)
        return Payment.objects.get(pk=payment.pk).unanswered_at

    acts = {"/again": press_again, "/first": lambda: end_turn(payment)}
    with closing(WebProcess(acts, places=2)) as server:
        assert server.post("/again").result(PATIENT_SECONDS) is not None
