"""A shopper who presses keys alone."""

from playwright.sync_api import Locator, Page

MOST_TO_THE_CART, MOST_TO_PAY = 60, 80  # keys
# Focus leaves a frame of another origin only after the key was handled: whoever presses the next key has seen it.
PAINTED = "() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))"


class Keyboard:
    """Presses keys and counts them; typing a value counts as one, as pasting would."""

    def __init__(self, page: Page, most: int) -> None:
        self.page, self.presses, self.most = page, 0, most

    def press(self, key: str) -> None:
        self.presses += 1
        assert self.presses <= self.most, "too many key presses"
        self.page.keyboard.press(key)

    def reach(self, wanted: Locator, key: str = "Tab") -> None:
        """Press a key until an element has the focus."""
        element = wanted.element_handle()
        while not element.evaluate("element => document.hasFocus() && element === document.activeElement"):
            self.press(key)
            self.page.evaluate(PAINTED)

    def fill(self, wanted: Locator, text: str) -> None:
        """Reach a field and type into it."""
        self.reach(wanted)
        self.presses += 1
        self.page.keyboard.type(text)

    def follow(self, link: Locator, key: str = "Tab") -> None:
        """Reach a link and press it."""
        self.reach(link, key)
        self.press("Enter")
