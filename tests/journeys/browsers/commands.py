"""The commands of the standard that browsers other than Chromium are driven by (https://www.w3.org/TR/webdriver2/)."""

from collections.abc import Mapping
from typing import Final, NamedTuple, Protocol


class BrowserCommand(NamedTuple):
    """A command, by its method and address over HTTP, and by its name in Firefox."""

    method: str
    path: str
    name: str


START: Final = BrowserCommand("POST", "", "WebDriver:NewSession")
OPEN: Final = BrowserCommand("POST", "/url", "WebDriver:Navigate")
ADDRESS: Final = BrowserCommand("GET", "/url", "WebDriver:GetCurrentURL")
RESIZE: Final = BrowserCommand("POST", "/window/rect", "WebDriver:SetWindowRect")
FIND: Final = BrowserCommand("POST", "/elements", "WebDriver:FindElements")
CLICK: Final = BrowserCommand("POST", "/element/{id}/click", "WebDriver:ElementClick")
CLEAR: Final = BrowserCommand("POST", "/element/{id}/clear", "WebDriver:ElementClear")
TYPE: Final = BrowserCommand("POST", "/element/{id}/value", "WebDriver:ElementSendKeys")
TEXT: Final = BrowserCommand("GET", "/element/{id}/text", "WebDriver:GetElementText")
FRAME: Final = BrowserCommand("POST", "/frame", "WebDriver:SwitchToFrame")
RUN: Final = BrowserCommand("POST", "/execute/sync", "WebDriver:ExecuteScript")
COOKIES: Final = BrowserCommand("GET", "/cookie", "WebDriver:GetCookies")
PICTURE: Final = BrowserCommand("GET", "/screenshot", "WebDriver:TakeScreenshot")
END: Final = BrowserCommand("DELETE", "", "WebDriver:DeleteSession")

ELEMENT: Final = "element-6066-11e4-a52e-4f735466cecf"
"""The key of an element's id in parameters and answers."""
WHOLE_PAGES: Final = {"alwaysMatch": {"pageLoadStrategy": "normal"}}
"""A page is open once it is loaded: WebKit loses scripts that come before."""


class CommandRefused(Exception):
    """A browser did not do what it was asked."""


class NotYet(CommandRefused):
    """A page is still on its way to what it was asked for."""


PASSING: Final = {
    "element click intercepted",
    "element not interactable",
    "javascript error",
    "no such element",
    "no such frame",
    "stale element reference",
}
"""The standard's words for what may be otherwise in a moment."""


def refusal(error: str, message: str) -> CommandRefused:
    return (NotYet if error in PASSING else CommandRefused)(f"{error}: {message}")


class BrowserConnection(Protocol):
    """A way to have commands done."""

    def send(self, command: BrowserCommand, parameters: Mapping[str, object]) -> object:
        """Return the value of the answer. Raises CommandRefused."""

    def enter_frame(self, element: str) -> None:
        """From now on, commands are for the page in a frame."""
