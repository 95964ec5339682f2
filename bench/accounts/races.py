"""One e-mail address is one account's: registrations and changes of the address at the same moment."""

from collections.abc import Callable
from functools import partial

from allauth.account.models import EmailAddress

from bench.accounts.browser import PASSWORD, AccountBrowser, mailed
from bench.accounts.factors import inside
from bench.accounts.ways_out import register
from bench.bars import Bar, none_of
from bench.invariants.database import wipe
from bench.invariants.shoppers import run_at_once
from vintner.accounts.engine.registration import EMAIL_TAKEN
from vintner.customers.models import User
from vintner.testing.builders import make_user

ROUNDS = 20
SPELLINGS = ("{}@example.com", "{}@Example.COM", " {}@example.com ", "{}@EXAMPLE.com")


def have_one_account(address: str) -> list[Bar]:
    """Play the rounds of both races."""
    return [_registrations(address), _changes(address)]


def _registrations(address: str) -> Bar:
    wipe()
    wrong = 0
    for number in range(ROUNDS):
        emails = [each.format(name) for each, name in zip(SPELLINGS, _cases(f"ada{number}"), strict=True)]
        actions = [partial(register, AccountBrowser(address), email) for email in emails]
        answers = [timed.answer for timed in run_at_once(actions)]
        told = sum(EMAIL_TAKEN in str(answer["notice"]) for answer in answers if answer["error"])
        accounts = User.objects.filter(email=f"ada{number}@example.com").count()
        wrong += (accounts, told) != (1, len(SPELLINGS) - 1)
    seen = f"{len(SPELLINGS)} spellings of one address, in {ROUNDS} rounds; {User.objects.count()} accounts"
    return none_of("registrations at once that make two accounts, or are answered unclearly", wrong, seen)


def _cases(name: str) -> tuple[str, ...]:
    return name, name.upper(), name.title(), name.swapcase()


def _changes(address: str) -> Bar:
    """Two customers open links that change their addresses to the same one, and a third registers with it."""
    wrong = 0
    for number in range(ROUNDS // 4):
        wipe()
        new, actions = f"new{number}@example.com", list[Callable[[], object]]()
        for person in ("ada@example.com", "eve@example.com"):
            make_user(person, password=PASSWORD)
            browser = inside(address, person)
            browser.post("/my-source/change-email/", {"email": new})
            actions.append(partial(_open_link, browser, mailed("confirm_email", new)))
        actions.append(partial(register, AccountBrowser(address), new.upper()))
        answers = [timed.answer for timed in run_at_once(actions)]
        broken = answers.count(False)
        owners = User.objects.filter(email=new).count()
        confirmed = EmailAddress.objects.filter(email=new, verified=True).exclude(user__email=new).count()
        wrong += bool(broken or owners != 1 or confirmed)
    says = "changes to one address and a registration at once that end otherwise than in one account"
    return none_of(says, wrong, f"{ROUNDS // 4} rounds")


def _open_link(browser: AccountBrowser, link: str) -> bool:
    return browser.post(link).status_code < 500
