"""Run every measurement on one store, print the figures beside their bars and write them down."""

from bench import big, cached_sales, one_wine, order_cost
from bench.carts import measure_carts
from bench.interactions import measure_confirmation, measure_interactions, measure_return
from bench.load import measure_all, measure_large_reviews
from bench.next_page import measure_next_page
from bench.pages import measure_pages
from bench.report import Found, write
from bench.shopper import find, prepare
from bench.stack import served_again, store
from vintner.server.programs import Stack


def main() -> None:
    """Measure and report."""
    with store() as stack:
        print(f"Measuring the store at {stack.address} …", flush=True)
        text = write(_measure(stack))
    print("\n" + text)
    print("Filling a shop with 100,000 wines …", flush=True)
    big.main()
    print("Placing orders while pages are asked for …", flush=True)
    cached_sales.main()


def _measure(stack: Stack) -> Found:
    """Measure loads, pages, acts of shoppers, orders and carts. Large carts come last: their promotions stay."""
    loads = measure_all(stack)
    print("Looking at the pages …", flush=True)
    address, wine = stack.address, find(stack.address, "V-SIMPLE")
    paths = {
        "home": "/",
        "listing": "/shop/",
        "product page": wine.path,
        "cart": "/cart/",
        "checkout": "/checkout/",
    }
    cookies = prepare(address, wine.product_id).cookies
    pages = measure_pages(address, paths, dict.fromkeys(("cart", "checkout"), cookies))
    with served_again(stack, PAYMENT_TYPES="card,us_bank_account,klarna") as offering:
        paths = {**paths, "product in vintages": find(address, "V-VINTAGES").path}
        interactions = measure_interactions(offering, paths, wine.product_id)
    with served_again(stack, PAGES_KEPT_SECONDS="3600") as kept:  # pages come early out of the cache, as in a store
        next_page = measure_next_page(kept)
    confirmed, returned = measure_confirmation(address), measure_return(address)
    print("Placing orders, one after the other and of one wine at once …", flush=True)
    order_cost.measure_store(stack)
    one_wine.measure_store(stack)
    print("Filling carts …", flush=True)
    carts = measure_carts(address)
    return Found(
        loads=loads | measure_large_reviews(address),
        pages=pages,
        interactions=interactions,
        confirmed=confirmed,
        returned=returned,
        next_page=next_page,
        carts=carts,
    )


main()
