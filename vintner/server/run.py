"""`make run`: set up, start everything, say where it is, keep it running, stop it all."""

import asyncio
import contextlib
import http.client
import os
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import TypeVar
from urllib.parse import urlsplit

from vintner.server.install import VENV_PYTHON, install, say
from vintner.server.preflight import REPOSITORY, CannotRun, UnreadableSetting, take_lock
from vintner.server.programs import Stack, describe_stack
from vintner.server.startup_lock import hold_startup_lock
from vintner.server.supervisor import LOOK_SECONDS, Supervisor, die_with_parent, signal_group
from vintner.web.edge.exposure import HEALTH_PATH, find_exposure

T = TypeVar("T")
READY_SECONDS = 60
CHECK_SECONDS = 10
LATER = ("workers",)
"""Programs that no page needs: they start once the store answers."""
MOST_FILES = 65_536
LOCK_VARIABLE = "VINTNER_RUN_LOCK"
BEGUN_VARIABLE = "VINTNER_RUN_BEGUN"
ALREADY = "Vintner already runs from this folder ({holder}); stop that one with Ctrl-C first."
DATABASE_GONE = "Vintner stopped: its database died and could not be started again."
TEST_CARDS = """  Test cards  4242 4242 4242 4242  is paid
              4000 0025 0000 3155  asks for 3-D Secure
              4000 0000 0000 0002  is declined
              any future date, any CVC, any ZIP"""


def main() -> int:
    """Set up with the system's Python, then go on as the installed one. Returns the exit status."""
    os.chdir(REPOSITORY)
    try:
        if LOCK_VARIABLE not in os.environ:
            _set_up_and_become_installed()
        refuse_wrong_settings()
        raise_file_limit()
        stack = describe_stack(os.environ)
        with _database() as keeper, contextlib.suppress(KeyboardInterrupt):
            asyncio.run(_serve(stack, keeper))
    except CannotRun as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def _set_up_and_become_installed() -> None:
    begun = time.time()
    lock = take_lock("run", wait=False, taken=ALREADY)
    with contextlib.suppress(UnreadableSetting):  # told with whatever else is wrong
        describe_stack(os.environ)  # a taken port is told before minutes of setting up, not after
    print("Setting Vintner up", flush=True)
    install()
    # The lock is the open file's: it goes on being held across exec by the same process.
    os.set_inheritable(lock.fileno(), True)
    kept = {LOCK_VARIABLE: str(lock.fileno()), BEGUN_VARIABLE: str(begun)}
    os.execve(VENV_PYTHON, [str(VENV_PYTHON), "-m", "vintner.server.run"], {**os.environ, **kept})  # noqa: S606


def refuse_wrong_settings() -> None:
    """Read the settings and ask the services that they name, before anything is started. Raises CannotRun with a line
    for each that is missing or wrong.

    A process that ends does it: this one stays for as long as the store runs, and needs no settings.
    """
    command = [str(VENV_PYTHON), "-m", "vintner.server.settings_check"]
    try:
        done = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False, timeout=CHECK_SECONDS)
    except subprocess.TimeoutExpired as error:
        raise CannotRun(
            f"The settings were not read within {CHECK_SECONDS} s: is a file that they name a pipe?"
        ) from error
    if done.returncode != 0:
        raise CannotRun(done.stderr.strip())


def raise_file_limit() -> None:
    """Let this process and its children open as many files as they may: each connection of a shopper is one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


@contextmanager
def _database() -> Iterator[subprocess.Popen[bytes] | None]:
    """Hold the store's own database, unless DATABASE_URL names another.

    A process of its own holds it, tied to us by a pipe, so that it's let go however we end. It ends before us only
    when the database cannot be kept running.
    """
    if os.environ.get("DATABASE_URL", "").strip() or os.environ.get("DATABASE_URL_FILE"):
        yield None
        return
    say("Database …")
    holder = subprocess.Popen(
        [VENV_PYTHON, "-m", "vintner.database_server", "hold"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    assert holder.stdin is not None
    assert holder.stdout is not None
    try:
        if holder.stdout.readline().strip() != b"ready":
            raise CannotRun("Vintner can't start without its database.")
        yield holder
    finally:
        holder.stdin.close()
        holder.wait()


async def _serve(stack: Stack, keeper: subprocess.Popen[bytes] | None) -> None:
    """Run the store until it is told to stop. Raises CannotRun when the database's keeper ends first."""
    stopped = asyncio.Event()
    watching = asyncio.create_task(stop_without_database(keeper, stopped)) if keeper else None
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    async with running(stack, stopped) as logins:
        if logins is not None and not stopped.is_set():
            _announce(stack, logins)
            await stopped.wait()
        print("\nStopping …", flush=True)
    print("Stopped.", flush=True)
    if watching and watching.done():
        raise CannotRun(DATABASE_GONE)
    if watching:
        watching.cancel()


async def stop_without_database(keeper: subprocess.Popen[bytes], stopped: asyncio.Event) -> None:
    """Stop everything once the database's keeper has ended: whoever started the store then starts it all afresh."""
    while keeper.poll() is None:
        await asyncio.sleep(LOOK_SECONDS)
    stopped.set()


@asynccontextmanager
async def running(stack: Stack, stopped: asyncio.Event, *, quiet: bool = False) -> AsyncIterator[str | None]:
    """Run the stack's programs; yields what preparing it printed, None when told to stop meanwhile."""
    programs = stack.programs()
    supervisor = Supervisor(programs, quiet=quiet)
    stack.renderer_socket.unlink(missing_ok=True)
    try:
        with hold_startup_lock(stack.startup_lock):
            for program in programs:
                if program.name not in LATER:
                    supervisor.start(program.name)
            say("Schema, files …")
            logins = await _or_stop(_prepare(stack), stopped)
        if logins is not None:
            await _or_stop(_wait_until_ready(stack), stopped)
            if not stopped.is_set():
                for name in LATER:
                    supervisor.start(name)
        yield logins
    finally:
        await supervisor.stop()


async def _or_stop(work: Coroutine[None, None, T], stopped: asyncio.Event) -> T | None:
    """Wait for `work`, or only until told to stop; then the answer is None."""
    working, stopping = asyncio.ensure_future(work), asyncio.ensure_future(stopped.wait())
    await asyncio.wait({working, stopping}, return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if not working.done():
        working.cancel()
        await asyncio.wait({working})
        return None
    return working.result()


async def _prepare(stack: Stack) -> str:
    """Run `prepare` in a process of its own and return what it printed; cancelled, end it with all it started."""
    command = (VENV_PYTHON, "-m", "vintner.server.prepare")
    process = await asyncio.create_subprocess_exec(
        *command,
        env={**os.environ, **stack.environment},
        stdout=asyncio.subprocess.PIPE,
        start_new_session=True,
        preexec_fn=die_with_parent,
    )
    try:
        printed, _ = await process.communicate()
    finally:
        signal_group(process.pid, signal.SIGKILL)
    if process.returncode != 0:
        raise CannotRun("Preparing the store's data failed, for the reason above.")
    return printed.decode()


async def _wait_until_ready(stack: Stack) -> None:
    end = time.monotonic() + READY_SECONDS
    while not await asyncio.to_thread(_answers, stack):
        if time.monotonic() > end:
            raise CannotRun(f"The store did not answer at {stack.address} within {READY_SECONDS} s; its log is above.")
        await asyncio.sleep(0.1)


def _answers(stack: Stack) -> bool:
    try:
        with socket.socket(socket.AF_UNIX) as renderer:
            renderer.connect(str(stack.renderer_socket))
        store = http.client.HTTPConnection(urlsplit(stack.address).netloc, timeout=5)
        with contextlib.closing(store):
            store.request("GET", HEALTH_PATH)
            return store.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False


def _announce(stack: Stack, logins: str) -> None:
    seconds = time.time() - float(os.environ[BEGUN_VARIABLE])
    print(f"\nVintner is open at {stack.address} ({seconds:.0f} s)")
    if store_url := os.environ.get("STORE_URL"):
        print(f"  Shoppers reach it at {store_url}.")
    print()
    print("\n".join(f"  {line}".rstrip() for line in logins.splitlines()))
    if stack.sandbox_port:
        print(f"\n{TEST_CARDS}\n  Payments    {stack.environment['SANDBOX_URL']}")
    if warning := find_exposure(stack.host, os.environ.get("TRUSTED_PROXIES", "").split()):
        print(f"\nWarning: {warning}")
    print("\nCtrl-C stops it.\n", flush=True)


if __name__ == "__main__":
    sys.exit(main())
