"""A window of a browser other than Chromium, and what a shopper does in it."""

import base64
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, TypeVar

from tests.journeys.browsers import commands
from tests.journeys.browsers.commands import ELEMENT, BrowserCommand, BrowserConnection, NotYet
from tests.journeys.browsers.waiting import wait_for
from tests.journeys.live import HYDRATED

Seen = TypeVar("Seen")
STANDS: Final = """
    const [element] = arguments;
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    return new Promise((stands) => {
        let before = '';
        const look = () => {
            const place = JSON.stringify(element.getBoundingClientRect());
            if (place === before) return stands(true);
            before = place;
            return requestAnimationFrame(look);
        };
        look();
    });
"""
"""It is in view, and has not moved from one frame to the next: a press falls where it was a moment before."""
FAULTS: Final = "faults_noted_by_a_test"
NOTE_FAULTS: Final = f"""
    let leaving = false;
    addEventListener('beforeunload', () => {{ leaving = true; }});
    const note = (fault) => {{
        if (leaving) return;
        const noted = JSON.parse(sessionStorage.getItem('{FAULTS}') ?? '[]');
        sessionStorage.setItem('{FAULTS}', JSON.stringify([...noted, `${{fault}} (${{location.pathname}})`]));
    }};
    addEventListener('error', ({{ message }}) => note(message));
    addEventListener('unhandledrejection', ({{ reason }}) => note(reason));
    addEventListener('securitypolicyviolation', (fault) => note(`${{fault.violatedDirective}} ${{fault.blockedURI}}`));
"""


class BrowserWindow:
    """What is named by XPath is waited for."""

    def __init__(self, connection: BrowserConnection) -> None:
        self._connection = connection

    def open(self, address: str) -> None:
        self._send(commands.OPEN, url=address)
        self.wait_until_live()

    def resize(self, width: int, height: int) -> None:
        self._send(commands.RESIZE, width=width, height=height)

    def address(self) -> str:
        return str(self._send(commands.ADDRESS))

    def press(self, xpath: str) -> None:
        self.wait(lambda: self._press(xpath), xpath)

    def follow(self, xpath: str) -> None:
        """Press a link, and wait until the page that it leads to works."""
        before = self.address()
        self.press(xpath)
        self.wait(lambda: self.address() != before, f"the page behind {xpath}")
        self.wait_until_live()

    def fill(self, xpath: str, text: str) -> None:
        self.press(xpath)
        self._do(commands.CLEAR, xpath)
        self._do(commands.TYPE, xpath, text=text)

    def read(self, xpath: str) -> str:
        """Return the text of an element that has some."""
        return self.wait(lambda: str(self._send(commands.TEXT, id=self._find(xpath))), xpath)

    def count(self, xpath: str) -> int:
        return len(self._find_all(xpath))

    @contextmanager
    def inside(self, xpath: str) -> Iterator[None]:
        """Look into a frame, and out again."""
        self.wait(lambda: self._enter(xpath), xpath)
        yield
        self._send(commands.FRAME, id=None)

    def wait(self, look: Callable[[], Seen], what: str) -> Seen:
        """Look until something true is seen, and return it."""
        return wait_for(look, what, forgiven=NotYet)

    def wait_until_live(self) -> None:
        """Wait until React has taken over what the server sent, and note what goes wrong from then on."""
        self.wait(lambda: self.run(f"return Boolean({HYDRATED})"), "a page that works")
        self.run(NOTE_FAULTS)

    def faults(self) -> list[str]:
        """Return what was noted on the pages of the address that the window shows."""
        noted = self.run(f"return JSON.parse(sessionStorage.getItem('{FAULTS}') ?? '[]')")
        assert isinstance(noted, list)
        return noted

    def cookies(self) -> list[str]:
        """Return the names of the page's cookies."""
        found = self._send(commands.COOKIES)
        assert isinstance(found, list)
        return [each["name"] for each in found]

    def picture(self) -> bytes:
        """Return what the window shows, as PNG."""
        return base64.b64decode(str(self._send(commands.PICTURE)))

    def run(self, script: str, *elements: str) -> object:
        """Run the body of a function in JavaScript, and return what it returns."""
        return self._send(commands.RUN, script=script, args=[{ELEMENT: each} for each in elements])

    def _press(self, xpath: str) -> bool:
        found = self._find(xpath)
        self.run(STANDS, found)
        self._send(commands.CLICK, id=found)
        return True

    def _enter(self, xpath: str) -> bool:
        """WebKit presses nothing in a frame that is out of view, and lets no script set the focus in one."""
        frame = self._find(xpath)
        self.run(STANDS, frame)
        self._connection.enter_frame(frame)
        return True

    def _do(self, command: BrowserCommand, xpath: str, **parameters: object) -> bool:
        self._send(command, id=self._find(xpath), **parameters)
        return True

    def _find(self, xpath: str) -> str:
        found = self._find_all(xpath)
        if not found:
            raise NotYet(f"There is no {xpath}")
        return found[0]

    def _find_all(self, xpath: str) -> list[str]:
        found = self._send(commands.FIND, using="xpath", value=xpath)
        assert isinstance(found, list)
        return [each[ELEMENT] for each in found]

    def _send(self, command: BrowserCommand, **parameters: object) -> object:
        return self._connection.send(command, parameters)
