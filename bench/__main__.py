"""Run every measurement on one store, print the figures beside their bars and write them down."""

from bench.load import measure_all
from bench.pages import measure_pages
from bench.report import write
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
        paths = {"listing": "/shop/", "product page": wine.path, "checkout": "/checkout/"}
        shopper = prepare(address, wine.product_id)
        pages = measure_pages(address, paths, {"checkout": shopper.cookies})
    print("\n" + write(loads, pages))


main()
