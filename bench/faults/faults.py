"""The faults that are played: each program killed, frozen and slow."""

import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Final

from bench.faults.matrix import ProgramFault
from bench.faults.signals import Pids, frozen, kill_database, pids_of, pids_of_database, send, slowed
from bench.invariants.cluster import Cluster
from vintner.testing.mail_server import Letters, post_office

LATE_SECONDS: Final = 40


class MailServer:
    """The mail server, which is none of the store's programs and is started again here."""

    def __init__(self, letters: Letters) -> None:
        self.letters = letters
        self._open = ExitStack()

    def start(self) -> None:
        self._open.enter_context(post_office(self.letters))

    def stop(self) -> None:
        self._open.close()

    @contextmanager
    def gone(self) -> Iterator[None]:
        """Nothing listens."""
        self.stop()
        try:
            yield
        finally:
            self.start()

    @contextmanager
    def silent(self) -> Iterator[None]:
        """Connections are taken, and nothing is said."""
        self.letters.is_silent = True
        try:
            yield
        finally:
            self.letters.is_silent = False

    @contextmanager
    def late(self) -> Iterator[None]:
        """Whatever is handed over is accepted 40 s later."""
        self.letters.accepts_after = LATE_SECONDS
        try:
            yield
        finally:
            self.letters.accepts_after = 0


def list_faults(server: Cluster, mail: MailServer) -> list[ProgramFault]:
    database = partial(pids_of_database, server)
    found = [
        ProgramFault("PostgreSQL", "killed", partial(_done, partial(kill_database, server)), is_over_at_once=True),
        *_lasting("PostgreSQL", database),
    ]
    for program in ("renderer", "workers", "provider"):
        pids = partial(pids_of, program)
        killed = partial(_done, partial(send, pids, signal.SIGKILL))
        found += [ProgramFault(program, "killed", killed, is_over_at_once=True), *_lasting(program, pids)]
    return [
        *found,
        ProgramFault("SMTP server", "killed", mail.gone),
        ProgramFault("SMTP server", "frozen", mail.silent),
        ProgramFault("SMTP server", "slow", mail.late),
    ]


def _lasting(program: str, pids: Pids) -> list[ProgramFault]:
    return [
        ProgramFault(program, "frozen", partial(frozen, pids)),
        ProgramFault(program, "slow", partial(slowed, pids)),
    ]


@contextmanager
def _done(kill: "partial[None]") -> Iterator[None]:
    kill()
    yield
