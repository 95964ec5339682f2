"""One run: the store under its supervisor and the keeper of its database, all faults in turn, then the e-mails."""

import logging
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.management import call_command

from bench.bars import Bar
from bench.faults.books import judge_orders
from bench.faults.faults import MailServer, list_faults
from bench.faults.mails import judge_all, judge_mails
from bench.faults.matrix import Played, ProgramFault, play
from bench.faults.report import judge_cells, rows, write
from bench.faults.shop import Shop, make_wine
from bench.invariants.cluster import Cluster
from bench.stack import kept_store
from vintner.database_server.watching import watch
from vintner.testing.mail_server import Letters
from vintner.testing.sandbox import Sandbox

MAILS: Final = "emails"
"""The word for what is done to the mail server besides the matrix."""


def run(server: Cluster, letters: Letters, folder: Path, words: Sequence[str]) -> int:
    """Play the faults whose name has one of the words, print and write the figures; returns the exit status."""
    logging.disable(logging.CRITICAL)  # what fails on purpose would fill the screen
    call_command("migrate", verbosity=0)
    bottles, mail = make_wine(), MailServer(letters)
    mail.start()
    try:
        with _kept_database(server), kept_store({}, folder) as stack:
            settings.SANDBOX_URL = stack.environment["SANDBOX_URL"]
            shop = Shop(stack.address, bottles)
            faults = [each for each in list_faults(server, mail) if not words or any(w in each.name for w in words)]
            played = _played(faults, shop)
            bars = [*judge_cells(played), *judge_orders(Sandbox(settings.SANDBOX_URL), played), judge_all(mail, played)]
            if not words or MAILS in words:
                bars += judge_mails(shop, mail)
            text = write(played, bars, complete=not words)
    finally:
        mail.stop()
    print(text)
    return _status(bars)


def _played(faults: Sequence[ProgramFault], shop: Shop) -> list[Played]:
    played = []
    for fault in faults:
        begun = time.monotonic()
        played.append(play(fault, shop.visits()))
        took = f"{time.monotonic() - begun:.0f} s, {played[-1].waited:.0f} of them before the fault"
        print("\n".join([f"{fault.name}: {took}", *rows(played[-1])]), flush=True)
    return played


def _status(bars: Sequence[Bar]) -> int:
    return 0 if all(bar.is_met for bar in bars) else 1


@contextmanager
def _kept_database(server: Cluster) -> Iterator[None]:
    """Keep the database running as the store's keeper does."""
    over = threading.Event()
    keeper = threading.Thread(target=watch, args=(over.wait, print), kwargs={"place": server.place})
    keeper.start()
    try:
        yield
    finally:
        over.set()
        keeper.join()
