"""Every state of the store's pages by name, and the way that leads there. For a new state, add a line to STATES."""

import re
from collections.abc import Callable
from typing import NamedTuple

from playwright.sync_api import Locator, Page, expect

from tests.journeys import shopper
from tests.journeys.live import reload, visit, wait_until_gate_is_live
from vintner.demo.people import CUSTOMER
from vintner.storefront.age_views import COOKIE

PRODUCER = "/producer/weingut-hollerbusch/"
FEW_WINES = "/product-category/sparkling/"
"""A listing for states of what lies over it: the fewer wines below, the sooner axe is done."""
NEXT_PAGE = "**/shop/page/2/"


def arrive(page: Page, place: str) -> None:
    """Go to a path, or to the wine with a SKU, perhaps to a part of its page: 'V-SIMPLE#reviews'."""
    sku, mark, part = place.partition("#")
    visit(page, place if place.startswith("/") else shopper.find(page, sku) + mark + part)


def stay(_page: Page) -> None:
    """The page as it is."""


def press(name: str) -> Callable[[Page], None]:
    """Return a step that presses the first button of that name."""
    return lambda page: page.get_by_role("button", name=name, exact=True).first.click()


def open_filters(page: Page) -> None:
    """On wide screens they stand open already; there, all values are shown."""
    button = page.get_by_role("button", name="Filters", exact=True)
    if button.is_visible():
        button.click()
    for more in page.locator("details:has(fieldset) > summary").all():
        more.click()


def wait_for_more(page: Page) -> None:
    page.route(NEXT_PAGE, lambda _route: None)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(page.get_by_role("button", name="Loading...")).to_be_visible()


def fail_to_load(page: Page) -> None:
    page.route(NEXT_PAGE, lambda route: route.abort())
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(page.get_by_role("button", name="Retry")).to_be_visible()


def scroll_to_the_end(page: Page) -> None:
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(page.locator("p", has_text="No more products")).to_be_visible()


def add_from_the_list(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Add to cart")).first.click()
    expect(page.get_by_role("link", name="View cart").first).to_be_visible()


def keep_a_favorite(page: Page) -> None:
    """Press a heart, which is filled at once, and go to the page of favourites."""
    heart = page.get_by_role("button", name=re.compile("^Favorite: ")).first
    with page.expect_response("**/admin-ajax.php"):
        heart.click()
        expect(heart).to_have_attribute("title", "Remove from Favorites")
    arrive(page, "/favorites/")
    expect(page.get_by_role("button", name=re.compile("^Favorite: "), pressed=True)).to_have_count(1)


def popup(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Your cart")


def open_popup(page: Page) -> None:
    page.locator("[data-basket] > button").click()
    expect(popup(page)).to_be_visible()


def fill_popup(page: Page) -> None:
    """Two wines in the popup; it is opened from the basket, above everything."""
    add_from_the_list(page)
    expect(popup(page)).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name=re.compile("^Add to cart")).nth(1).click()
    expect(popup(page)).to_be_visible()
    page.keyboard.press("Escape")
    open_popup(page)


def ask_the_popup_for_too_many(page: Page) -> None:
    fill_popup(page)
    field = popup(page).get_by_role("spinbutton").first
    field.fill("1000")
    field.press("Enter")
    expect(popup(page).get_by_text(re.compile("^Maximum Quantity"))).to_be_visible()


def ask_to_empty(page: Page) -> None:
    fill_popup(page)
    popup(page).get_by_role("button", name="Empty cart").click()
    expect(popup(page).get_by_role("button", name="No, keep them")).to_be_focused()


def remove_in_popup(page: Page) -> None:
    fill_popup(page)
    popup(page).get_by_role("link", name=re.compile("^Remove")).first.click()
    expect(popup(page).get_by_role("button", name=re.compile("^Undo"))).to_be_focused()


def empty_in_popup(page: Page) -> None:
    ask_to_empty(page)
    popup(page).get_by_role("button", name="Yes, empty it").click()
    expect(popup(page).get_by_text("Your cart is empty.")).to_be_visible()


def open_the_cart_from_the_header(page: Page) -> None:
    add_from_the_list(page)
    expect(popup(page)).to_be_visible()
    page.keyboard.press("Escape")
    page.evaluate("scrollTo(0, 0)")  # on phones the header comes back, and slides: a press waits until it stands
    expect(page.get_by_role("banner")).not_to_have_attribute("data-away", "")
    page.get_by_role("button", name="Cart, 1 bottle").click()
    expect(popup(page).get_by_role("link", name="Checkout")).to_be_visible()


def to_the_cart(page: Page) -> None:
    """Two bottles, then the cart page."""
    put_in(page, "V-SIMPLE", 2)
    arrive(page, "/cart/")


def swap_a_gift(page: Page) -> None:
    """Six bottles that bring another, on the cart page with what else may be had in its place."""
    put_in(page, "PLO-CHENIN", 6)
    arrive(page, "/cart/")
    page.get_by_text("Change Variant").click()


def put_in(page: Page, sku: str, quantity: int) -> None:
    page.request.post("/?wc-ajax=add_to_cart", form={"product_id": _id_of(page, sku), "quantity": str(quantity)})


def _id_of(page: Page, sku: str) -> str:
    props = page.request.get(shopper.find(page, sku), headers={"Accept": "application/json"}).json()
    return str(props["product_id"])


def open_coupon(page: Page) -> None:
    to_the_cart(page)
    page.get_by_text("Have a coupon?").click()
    expect(page.get_by_label("Coupon code")).to_be_visible()


def mistake_the_coupon(page: Page) -> None:
    open_coupon(page)
    page.get_by_label("Coupon code").fill("nosuch")
    page.get_by_role("button", name="Apply coupon").click()
    expect(page.get_by_label("Coupon code")).to_have_attribute("aria-invalid", "true")


def estimate_elsewhere(page: Page) -> None:
    to_the_cart(page)
    page.get_by_text("Change location").click()
    expect(page.get_by_label("State or province")).to_be_visible()


def take_out_of_the_cart(page: Page) -> None:
    to_the_cart(page)
    page.get_by_role("button", name=re.compile("^Remove")).click()
    expect(page.get_by_role("button", name=re.compile("^Undo"))).to_be_focused()


def open_menu(page: Page) -> None:
    """The panel of small screens, its countries unfolded; on wide ones there are only these."""
    button = page.get_by_role("button", name="Menu", exact=True)
    if button.is_visible():
        button.click()
        expect(page.get_by_role("button", name="Close the menu")).to_be_focused()
    menu = page.get_by_role("navigation", name="Main")
    menu.locator("summary", has_text="Countries").click()
    expect(menu.get_by_role("link", name="France")).to_be_visible()


def ask_for_suggestions(page: Page) -> None:
    if not page.locator("#header-search").is_visible():
        page.get_by_role("button", name="Search for wines", exact=True).click()
    page.locator("input[type=search]:visible").first.focus()
    expect(page.get_by_role("combobox").first).to_be_focused()
    page.keyboard.type("douro")
    expect(page.get_by_role("option", name="See all results for “douro”")).to_be_visible()


def press_add(page: Page) -> None:
    page.get_by_role("button", name="Add to cart").first.click()
    expect(page.get_by_role("alert")).to_be_visible()


def choose_a_vintage(page: Page) -> None:
    page.get_by_role("radio", name="2021").check()
    expect(page.locator("#announcements")).not_to_be_empty()


def choose_what_is_not_made(page: Page) -> None:
    page.get_by_label("Vintage").select_option("1997")
    page.get_by_role("radio", name="375 ml (not made)").check()
    expect(page.get_by_text("is not made in this combination")).to_be_visible()


def reach_a_tier(page: Page) -> None:
    page.get_by_role("spinbutton").fill("6")
    page.get_by_role("spinbutton").blur()
    expect(page.get_by_role("row", name=re.compile("yours"))).to_be_visible()


def ask_for_too_many(page: Page) -> None:
    page.get_by_role("spinbutton").fill("1000")
    page.get_by_role("spinbutton").blur()
    expect(page.get_by_text(re.compile("^Maximum Quantity"))).to_be_visible()


def zoom(page: Page) -> None:
    page.get_by_role("button", name="Zoom").click()
    expect(page.get_by_role("button", name="Zoom")).to_have_attribute("aria-pressed", "true")


def open_lightbox(page: Page) -> None:
    page.get_by_role("button", name="View full-screen image gallery").click()
    expect(page.get_by_role("dialog", name=re.compile("^Pictures of"))).to_be_visible()


def send_an_empty_review(page: Page) -> None:
    page.get_by_role("radio", name="4 of 5 stars").check(force=True)
    page.get_by_role("button", name="Submit").click()
    expect(page.get_by_text("Please write a few words about the wine.")).to_be_visible()


def send_a_review(page: Page) -> None:
    page.get_by_label("Your review").fill(f"Fine. {shopper.new_word()}")
    page.get_by_label("Name", exact=True).fill("Ana Reis")
    page.get_by_label("Email", exact=True).fill("ana@example.com")
    page.get_by_role("button", name="Submit").click()
    expect(page.get_by_text("awaiting moderation")).to_be_visible()


def turn_the_slides(page: Page) -> None:
    slides = page.get_by_role("group", name=re.compile("^Pictures of"))
    slides.scroll_into_view_if_needed()
    slides.get_by_role("button", name="Next").click()
    expect(slides.locator("[aria-live]")).to_contain_text("2 of")


def open_panel(page: Page) -> None:
    page.get_by_role("button", name="RELATED MATERIALS", exact=True).click()
    expect(page.get_by_role("dialog", name="Related materials")).to_be_visible()


def log_in(page: Page, password: str = CUSTOMER.password, *, email: str = CUSTOMER.email) -> None:
    """Log in by the two steps of the account's page, with or without JavaScript."""
    page.get_by_label("Email address").fill(email)
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Sign in").click()


def see_orders(page: Page) -> None:
    log_in(page)
    expect(page.get_by_role("heading", name="Your orders")).to_be_visible()


def mistake_the_password(page: Page) -> None:
    log_in(page, "not the password")
    expect(page.get_by_role("alert").get_by_text("Wrong password.")).to_be_visible()


def open_the_log_in(page: Page) -> None:
    page.evaluate("location.hash = 'register'")
    popup = page.get_by_role("dialog", name="Create an account")
    popup.get_by_role("button", name="Sign Up").click()
    expect(popup.get_by_label("Email address")).to_be_focused()


def meet_the_gate(page: Page) -> None:
    page.context.clear_cookies(name=COOKIE)
    reload(page)
    wait_until_gate_is_live(page)
    expect(page.get_by_role("dialog", name="Are you 21 or older?")).to_be_visible()


def lose_the_answer_at_the_gate(page: Page) -> None:
    meet_the_gate(page)
    page.route("**/age/", lambda route: route.abort())
    page.get_by_role("button", name="Yes, I am of legal age").click()
    expect(page.get_by_role("alert").get_by_text("try again")).to_be_visible()


def be_too_young(page: Page) -> None:
    meet_the_gate(page)
    page.get_by_role("button", name="No, I am younger").click()
    expect(page.get_by_role("dialog", name="Thank you for telling us.")).to_be_visible()


def post_without_a_token(page: Page) -> None:
    page.evaluate("""() => {
        const form = document.createElement('form');
        form.method = 'post';
        form.action = '/my-source/';
        document.body.append(form);
        form.submit();
    }""")
    expect(page.get_by_role("heading", name="That request was refused")).to_be_visible()


class State(NamedTuple):
    """Where it is (see `arrive`), what leads there, and words that the browser complains with by right.

    `anew`: in a window of another size, another way leads there, or it is gone when the size changes.
    """

    name: str
    place: str
    step: Callable[[Page], None] = stay
    complaint: str = ""
    anew: bool = False


STATES = [
    State("age gate", FEW_WINES, meet_the_gate),
    State("age gate, answer lost", "/", lose_the_answer_at_the_gate, "net::ERR_FAILED"),
    State("too young", FEW_WINES, be_too_young),
    State("home", "/"),
    State("menu open", "/", open_menu, anew=True),
    State("suggestions", "/", ask_for_suggestions, anew=True),
    State("basket's menu", "/", press("Move the basket"), anew=True),
    State("mini-cart, empty", "/", press("Cart"), anew=True),
    State("cart-from-header", FEW_WINES, open_the_cart_from_the_header, anew=True),
    State("popup, empty", FEW_WINES, open_popup),
    State("popup", FEW_WINES, fill_popup),
    State("popup, too many", FEW_WINES, ask_the_popup_for_too_many),
    State("popup, asks", FEW_WINES, ask_to_empty),
    State("popup, removed", FEW_WINES, remove_in_popup),
    State("popup, emptied", FEW_WINES, empty_in_popup),
    State("listing", "/shop/"),
    State("second page", "/shop/page/2/"),
    State("category", "/product-category/sparkling/"),
    State("filters open", "/shop/", open_filters, anew=True),
    State("filters chosen", "/shop/?colour=red&in_stock=1&min_price=10"),
    State("filters that leave nothing", "/shop/?colour=red&min_price=9000"),
    State("filters that make no sense", "/shop/?min_price=abc"),
    State("more wines on their way", "/shop/", wait_for_more),
    State("more wines that do not come", "/shop/", fail_to_load, "net::ERR_FAILED"),
    State("end of the list", "/shop/page/5/", scroll_to_the_end),
    State("added from the list", FEW_WINES, add_from_the_list),
    State("favorites", FEW_WINES, keep_a_favorite),
    State("search results", "/?s=rielsing&post_type=product"),
    State("search without results", "/?s=xyzzyq&post_type=product"),
    State("simple wine", "V-SIMPLE"),
    State("facts", "V-SIMPLE#tab-additional_information"),
    State("too many bottles", "V-SIMPLE", ask_for_too_many),
    State("zoomed", "V-SIMPLE", zoom, anew=True),
    State("lightbox", "V-SIMPLE", open_lightbox, anew=True),
    State("slides", "V-SIMPLE", turn_the_slides, anew=True),
    State("nothing chosen", "V-LIBRARY", press_add),
    State("vintage chosen", "V-VINTAGES", choose_a_vintage),
    State("not made", "V-LIBRARY", choose_what_is_not_made),
    State("tier reached", "V-BULK", reach_a_tier),
    State("sold out", "V-SOLDOUT"),
    State("coming soon", "V-SOON"),
    State("on backorder", "V-BACKORDER"),
    State("one for each", "V-ONEEACH"),
    State("subscription", "CLUB-REDS"),
    State("reviews", "V-SIMPLE#reviews"),
    State("review with mistakes", "V-SIMPLE#reviews", send_an_empty_review, "422"),
    State("held review", "V-BULK#reviews", send_a_review),
    State("producers", "/producer/"),
    State("producer", PRODUCER, turn_the_slides),
    State("materials open", PRODUCER, open_panel),
    State("empty cart", "/cart/"),
    State("cart", "/cart/", to_the_cart),
    State("gift to swap", "/cart/", swap_a_gift),
    State("coupon open", "/cart/", open_coupon),
    State("unknown coupon", "/cart/", mistake_the_coupon),
    State("estimate open", "/cart/", estimate_elsewhere),
    State("taken out", "/cart/", take_out_of_the_cart),
    State("logged out", "/my-source/"),
    State("wrong password", "/my-source/", mistake_the_password),
    State("registration in the popup, left out", "/producer/", open_the_log_in),
    State("account", "/my-source/", see_orders),
    State("404", "/nowhere/", complaint="404"),
    State("403", "/", post_without_a_token, "403"),
    State("style guide", "/style-guide/"),
]
