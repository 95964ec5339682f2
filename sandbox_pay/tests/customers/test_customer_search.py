"""Customers found by Stripe's query language."""

from contextlib import suppress

import pytest
import stripe
from hypothesis import given
from hypothesis import strategies as st

from sandbox_pay.objects.records import Customer
from sandbox_pay.payments.customers.customer_search import parse
from sandbox_pay.protocol.errors import ProviderError

ADA = Customer(
    id="cus_ada", created=1000, email="Ada@example.com", name='Ada "L" Lovelace', metadata={"user": "7", "vip": "1"}
)
BOB = Customer(id="cus_bob", created=2000, email="bob@example.com", phone="+15550100")


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ('email:"ada@example.com"', [ADA]),
        ("email:'ada@example.com'", [ADA]),
        ('email:"ada@example"', []),
        ('email~"example.com"', [ADA, BOB]),
        ('-email~"ada"', [BOB]),
        ('name:"ada \\"l\\" lovelace"', [ADA]),
        ('metadata["user"]:"7"', [ADA]),
        ("metadata['user']:'8'", []),
        ('metadata["vip"]:null', [BOB]),
        ("phone:null", [ADA]),
        ("-phone:null", [BOB]),
        ("created>1000", [BOB]),
        ("created>=1000 AND created<2000", [ADA]),
        ('email~"ada" OR email~"bob"', [ADA, BOB]),
        ('email~"example" AND -name:null', [ADA]),
        ('email~"example" phone:"+15550100"', [BOB]),
    ],
)
def test_queries_find_what_they_say(query: str, found: list[Customer]) -> None:
    assert [customer for customer in (ADA, BOB) if parse(query).finds(customer)] == found


@pytest.mark.parametrize(
    "query",
    [
        "",
        "ada",
        "email:ada",
        'email>"ada"',
        'shoe:"42"',
        'metadata:"7"',
        'email["x"]:"7"',
        'metadata["user"]~"7"',
        'created:"x"',
        "name~null",
        'email:"a" AND',
        'email:"a" XOR email:"b"',
        'email:"a"email:"b"',
        'email:"a" AND email:"b" OR email:"c"',
        " AND ".join(['email:"a"'] * 11),
    ],
)
def test_queries_that_say_nothing_are_refused(query: str) -> None:
    with pytest.raises(ProviderError) as refused:
        parse(query)
    assert (refused.value.status, refused.value.param) == (400, "query")


@given(st.text(max_size=40))
def test_any_text_is_a_query_or_refused(query: str) -> None:
    with suppress(ProviderError):
        parse(query).finds(ADA)


def test_a_page_of_what_was_found_has_a_next_one(client: stripe.StripeClient) -> None:
    customers = client.v1.customers
    made = [customers.create({"email": "ada@example.com", "metadata": {"n": str(n)}}).id for n in range(3)]
    customers.delete(customers.create({"email": "ada@example.com"}).id)
    customers.create({"email": "bob@example.com"})
    first = customers.search({"query": 'email:"ada@example.com"', "limit": 2})
    assert ([found.id for found in first.data], first.has_more) == ([made[2], made[1]], True)
    assert [found.id for found in first.auto_paging_iter()] == made[::-1]
    assert [found.id for found in customers.search({"query": 'metadata["n"]:"0"'}).data] == [made[0]]
    with pytest.raises(stripe.InvalidRequestError):
        customers.search({"query": 'email:"x"', "page": "no page"})
    with pytest.raises(stripe.InvalidRequestError, match="query"):
        customers.search({"query": "ada"})
