"""Run every measurement on one store, print the figures beside their bars and write them down."""

from bench import big
from bench.carts import measure_carts
from bench.interactions import measure_confirmation, measure_interactions, measure_return
from bench.load import measure_all, measure_large_reviews
from bench.pages import measure_pages
from bench.report import Found, write
from bench.shopper import find, prepare
from bench.stack import store


def main() -> None:
    """Measure and report."""
    with store() as stack:
        address = stack.address
        print(f"Measuring the store at {address} …", flush=True)
        loads = measure_all(stack)
        print("Looking at the pages …", flush=True)
        wine = find(address, "V-SIMPLE")
        paths = {
            "home": "/",
            "listing": "/shop/",
            "product page": wine.path,
            "cart": "/cart/",
            "checkout": "/checkout/",
        }
        shopper = prepare(address, wine.product_id)
        pages = measure_pages(address, paths, dict.fromkeys(("cart", "checkout"), shopper.cookies))
        paths = {
            "listing": "/shop/",
            "product page": wine.path,
            "product in vintages": find(address, "V-VINTAGES").path,
        }
        interactions, confirmed = measure_interactions(address, paths), measure_confirmation(address)
        returned = measure_return(address)
        print("Filling carts …", flush=True)
        carts = measure_carts(address)
        loads |= measure_large_reviews(address)
    found = Found(
        loads=loads, pages=pages, interactions=interactions, confirmed=confirmed, returned=returned, carts=carts
    )
    print("\n" + write(found))
    print("Filling a shop with 100,000 wines …", flush=True)
    big.main()


main()
