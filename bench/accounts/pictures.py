"""Files that are no good pictures, sent as profile pictures: each is refused in words, alone and a hundred at once."""

from collections import Counter
from functools import partial

import httpx

from bench.accounts.browser import PASSWORD, AccountBrowser
from bench.bars import Bar, none_of
from bench.invariants.database import wipe
from bench.invariants.shoppers import run_at_once
from vintner.accounts.fields.tests import attack_files
from vintner.accounts.models import ProfilePicture
from vintner.testing.builders import make_user

AT_ONCE = 100
ADA = "ada@example.com"
DETAILS = "/my-source/edit-account/"
NAMES = {"account_first_name": "Ada", "account_last_name": "Byron", "account_display_name": "Ada"}
REFUSED, STORED, BROKEN = "refused in words", "stored", "failed"
File = tuple[str, bytes]


def _attacks() -> dict[str, File]:
    return {
        "attack_files.SVG": ("me.svg", attack_files.SVG),
        "attack_files.SVG as PNG": ("me.png", attack_files.SVG),
        "GIF as PNG": ("me.png", attack_files.make_picture("GIF")),
        "two endings": ("me.png.php", attack_files.make_picture()),
        "path in the name": ("../../../etc/passwd", attack_files.make_picture()),
        "bomb": ("me.png", attack_files.make_bomb()),
        "bomb of texts": ("me.png", attack_files.make_text_bomb()),
        "picture and archive": ("me.jpg", attack_files.make_zip_polyglot()),
        "picture and page": ("me.jpg", attack_files.make_page_polyglot()),
        "cut off": ("me.png", attack_files.make_picture()[:200]),
        "empty": ("me.png", b""),
        "20 MB": ("me.png", attack_files.make_picture() + b"\0" * 20_000_000),
    }


def are_refused(address: str) -> list[Bar]:
    """Send each attack alone, then each a hundred times at once."""
    wipe()
    make_user(ADA, password=PASSWORD)
    browser = AccountBrowser(address)
    browser.log_in(ADA)
    attacks = _attacks()
    alone = {name: _outcome(_send(browser, file)) for name, file in attacks.items()}
    alone["two pictures"] = _outcome(
        _send(browser, ("a.png", attack_files.make_picture()), ("b.png", attack_files.make_picture()))
    )
    wrong = [f"{name}: {outcome}" for name, outcome in alone.items() if outcome != REFUSED]
    files = list(attacks.values())
    actions = [partial(_send, browser.copy(), files[number % len(files)]) for number in range(AT_ONCE)]
    crowd = Counter(_outcome(timed.answer) for timed in run_at_once(actions))
    heavy = Counter(
        _outcome(timed.answer)
        for timed in run_at_once([partial(_send, browser.copy(), attacks["bomb of texts"]) for _ in range(AT_ONCE)])
    )
    stored = ProfilePicture.objects.count()
    return [
        none_of(f"{len(alone)} picture attacks that are not refused", len(wrong) + stored, "; ".join(wrong) or "none"),
        none_of(f"{AT_ONCE} of them at once that are not refused", AT_ONCE - crowd[REFUSED], _list_counts(crowd)),
        none_of(f"{AT_ONCE} bombs at once that are not refused", AT_ONCE - heavy[REFUSED], _list_counts(heavy)),
        _only_pixels(browser),
    ]


def _send(browser: AccountBrowser, *files: File) -> httpx.Response:
    return browser.post(DETAILS, NAMES, files=[("profile_picture", file) for file in files])


def _outcome(answer: httpx.Response) -> str:
    if answer.status_code == 302:
        return STORED if answer.headers["location"] == DETAILS else BROKEN
    if answer.status_code != 422:
        return f"{BROKEN} with {answer.status_code}"
    errors = [field["error"] for field in answer.json()["fields"] if field["part"] == "picture"]
    return REFUSED if any(errors) else BROKEN


def _only_pixels(browser: AccountBrowser) -> Bar:
    """A good picture is stored without what else was in its file."""
    name = "..\\..\\me.JPG"
    outcome = _outcome(_send(browser, (name, attack_files.make_exif_jpeg())))
    stored = ProfilePicture.objects.first()
    content = bytes(stored.small) + bytes(stored.large) if stored else b""
    leaks = int(attack_files.SECRET in content or b"Exif" in content or b"me.JPG" in content) + int(outcome != STORED)
    return none_of("place, comment and name of a photo in what is stored of it", leaks, f"the photo was {outcome}")


def _list_counts(counts: Counter[str]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.items())
