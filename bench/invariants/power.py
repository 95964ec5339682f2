"""I7: what the store said is paid is still there after its database was killed."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial

from django.db import connections

from bench.invariants import ledger
from bench.invariants.cluster import Cluster
from bench.invariants.money import some_minutes_later
from bench.invariants.row import Control, InvariantRow, Scene, Tally
from bench.invariants.shoppers import ShopperAnswer, ShopperBrowser, browsers, fill, run_at_once
from bench.invariants.stock import tally_answers, wine
from vintner.orders.models import Order
from vintner.payments import jobs

HASTY = {"synchronous_commit": "off", "wal_writer_delay": "10000"}
PATIENCE = 60


@dataclass(slots=True)
class PowerCut:
    """Kills the database's server in the middle of a crowd of orders, and starts it again."""

    server: Cluster
    settings: dict[str, str] = field(default_factory=dict)
    paid: list[int] = field(default_factory=list)

    def row(self) -> InvariantRow:
        return InvariantRow(
            number="I7",
            says="A paid order is never lost",
            play=self.play,
            controls=(Control(guard="waiting for the disk at commit", away=self.hasty),),
            rounds=3,
        )

    def play(self, scene: Scene) -> Tally:
        """All order; when some have been told that they paid, the server and all its processes are gone."""
        self.paid.clear()
        bottles = wine(scene.clients)
        made = browsers(scene.address, fill(scene.clients, lambda number: [(bottles, 1)]))
        answers = run_at_once([*[partial(self._pays, each) for each in made], partial(self._cut, scene.clients // 8)])
        said = set(self.paid)
        tally = tally_answers([each for each in answers[:-1] if not each.answer.failed])
        begun = time.perf_counter()
        connections.close_all()
        self.server.start(**self.settings)
        tally.seen["ms to start again, in all"] += round((time.perf_counter() - begun) * 1000)
        return self._compared(tally, scene, said)

    def _pays(self, browser: ShopperBrowser) -> ShopperAnswer:
        answer = browser.pays()
        if answer.paid:
            self.paid.append(int(str(answer.read["order_id"])))
        return answer

    def _cut(self, after: int) -> ShopperAnswer:
        end = time.monotonic() + PATIENCE
        while len(self.paid) < after and time.monotonic() < end:
            time.sleep(0.002)
        self.server.kill()
        return ShopperAnswer(0)

    def _compared(self, tally: Tally, scene: Scene, said: set[int]) -> Tally:
        some_minutes_later()
        jobs.reconcile(0)
        there = set(Order.objects.filter(status="processing").values_list("pk", flat=True))
        charged = {order for order, account in ledger.read(scene.sandbox).items() if account.charges}
        tally.wrong["orders told as paid and lost"] = len(said - there)
        tally.wrong["charges without a paid order"] = len(charged - there)
        tally.seen["told as paid before the cut"] = len(said)
        tally.seen["healed after it"] = len(there - said)
        return tally

    @contextmanager
    def hasty(self) -> Iterator[None]:
        """Let the server say yes before the change is on the disk."""
        self._restart(HASTY)
        try:
            yield
        finally:
            self._restart({})

    def _restart(self, settings: dict[str, str]) -> None:
        connections.close_all()
        self.server.stop()
        self.settings = settings
        self.server.start(**settings)
