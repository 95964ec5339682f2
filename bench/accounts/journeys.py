"""Five hundred customers with two devices each, who register, log in and out, and reset their passwords: no wine that
they put into a cart gets lost.
"""

from collections import Counter
from collections.abc import Callable
from functools import partial
from random import Random
from secrets import randbelow

from bench.accounts.browser import PASSWORD, AccountBrowser, mailed
from bench.accounts.ways_out import register
from bench.bars import Bar, none_of
from bench.invariants.database import broken_rows, wipe
from bench.invariants.shoppers import run_at_once
from vintner.cart.models import CartLine
from vintner.catalogue.models import Variation
from vintner.testing.builders import make_product, only_variation
from vintner.testing.store import open_store

JOURNEYS, STEPS, SIDE_BY_SIDE = 500, 8, 8
PUT, LOG_IN, LOG_OUT, RESET = "wines put in", "log-ins", "log-outs", "resets"
REGISTER = "registrations"
WEIGHTS = {PUT: 5, LOG_IN: 3, LOG_OUT: 2, RESET: 1}


def carts_are_kept(address: str) -> list[Bar]:
    """Play all journeys; the seed makes the same again."""
    wipe()
    open_store()
    seed = randbelow(1_000_000)
    wines = [only_variation(make_product(stock=None)) for _ in range(4)]
    walks = [partial(_Walk(address, wines, seed, number).walk) for number in range(JOURNEYS)]
    came = Counter[str]()
    for timed in run_at_once(walks, side_by_side=SIDE_BY_SIDE):
        came.update(timed.answer)
    lost, bottles = came.pop("lines lost", 0), came.pop("bottles lost", 0)
    seen = ", ".join(f"{count:,} {name}" for name, count in sorted(came.items()))
    broken = broken_rows()["rows that break the audit"]
    return [
        none_of(f"cart lines lost in {JOURNEYS} journeys on two devices (seed {seed})", lost, seen),
        none_of("bottles lost or doubled in them", bottles, f"{broken} rows break the audit"),
    ]


class _Walk:
    """One customer's way. Everything that was put in has to be in her cart at the end."""

    def __init__(self, address: str, wines: list[Variation], seed: int, number: int) -> None:
        self._email = f"walker{number}@example.com"
        self._devices = [AccountBrowser(address), AccountBrowser(address)]
        self._wines, self._chance = wines, Random(seed * JOURNEYS + number)  # noqa: S311 - the same by the seed
        self._password, self._resets, self._is_inside = "", 0, [False, False]
        self._put, self.seen = Counter[int](), Counter[str](journeys=1)

    def walk(self) -> Counter[str]:
        for _ in range(STEPS):
            if self._chance.random() < 0.3:
                first, second = self._pick(with_reset=False), self._pick(with_reset=False)
                run_at_once([partial(self._do, first, 0), partial(self._do, second, 1)])
                self.seen["moments at both devices"] += 1
            else:
                self._do(self._pick(with_reset=True), self._chance.randrange(2))
        for device in (0, 1):
            self._log_in(device)
        return self._compare()

    def _pick(self, *, with_reset: bool) -> tuple[str, Variation]:
        weights = {name: weight for name, weight in WEIGHTS.items() if with_reset or name != RESET}
        [step] = self._chance.choices(list(weights), list(weights.values()))
        if step == LOG_IN and not self._password and not with_reset:
            step = PUT  # one registration: of two at once the other device's form is refused
        return step, self._chance.choice(self._wines)

    def _do(self, step: tuple[str, Variation], device: int) -> None:
        name, wine = step
        does: dict[str, Callable[[int], None]] = {LOG_IN: self._log_in, LOG_OUT: self._log_out, RESET: self._reset}
        if name == PUT:
            self._put_in(wine, device)
        else:
            does[name](device)

    def _put_in(self, wine: Variation, device: int) -> None:
        answer = self._devices[device].post("/?wc-ajax=add_to_cart", {"product_id": str(wine.pk), "quantity": "1"})
        if "cart_hash" not in answer.json():
            raise AssertionError(answer.text[:500])
        self._put[wine.pk] += 1
        self.seen[PUT] += 1

    def _log_in(self, device: int) -> None:
        """Log in, or register where there is no account yet."""
        browser = self._devices[device]
        if not self._password:
            self._password = PASSWORD
            answer = register(browser, self._email)
            assert answer["error"] == 0, answer
            self.seen[REGISTER] += 1
        elif not self._is_inside[device]:
            assert browser.log_in(self._email, self._password).status_code == 302
            self.seen[LOG_IN] += 1
        self._is_inside[device] = True

    def _log_out(self, device: int) -> None:
        assert self._devices[device].post("/my-source/customer-logout/").status_code == 302
        self._is_inside[device] = False
        self.seen[LOG_OUT] += 1

    def _reset(self, device: int) -> None:
        """Choose a new password by a mailed link: the sessions of both devices end."""
        browser = self._devices[device]
        if not self._password:
            return
        browser.post("/my-source/lost-password/", {"user_login": self._email})
        browser.get(mailed("password_reset", self._email))
        self._resets += 1
        new = f"{PASSWORD} {self._resets}"
        answer = browser.form("resetPassword", **{"xoo-el-rp-pass": new, "xoo-el-rp-pass-again": new})
        assert answer["error"] == 0, answer
        self._password, self._is_inside = new, [False, False]
        self.seen[RESET] += 1

    def _compare(self) -> Counter[str]:
        lines = CartLine.objects.filter(cart__user__email=self._email, removed_at=None)
        there = Counter(dict(lines.values_list("variation_id", "quantity")))
        missing = self._put - there
        self.seen["lines lost"] = sum(1 for wine in missing if not there[wine])
        self.seen["bottles lost"] = missing.total() + (there - self._put).total()
        return self.seen
