"""What a list of the admin says when it is empty, and what is logged of a page that staff may not open."""

import logging

import pytest
from django.test import Client

from vintner.testing.builders import make_user

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("address", "words", "add"),
    [
        ("/admin/orders/order/", "Nothing here yet", False),
        ("/admin/pricing/coupon/", "Nothing here yet", True),
        ("/admin/pricing/coupon/?q=ten", "No coupons fit the search and the filters.", True),
        ("/admin/pricing/coupon/?enabled__exact=1", "No coupons fit the search and the filters.", True),
    ],
)
def test_an_empty_list_says_why_it_is_empty(staff: Client, address: str, words: str, add: bool) -> None:
    page = staff.get(address).content.decode()
    assert words in page
    assert "yielded" not in page
    assert ("> Add coupon" in page, "Show all" in page) == (add, "?" in address)


def test_a_page_that_staff_may_not_open_leaves_no_traceback_in_the_log(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    client.force_login(make_user("packer@example.com", is_staff=True))
    with caplog.at_level(logging.WARNING, "django.request"):
        assert client.get("/admin/pricing/coupon/").status_code == 403
    assert {record.exc_info for record in caplog.records} == {None}
