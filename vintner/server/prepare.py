"""What a start does to the database and the files, in one Django process: schema, static files, demo world."""

import os
import sys
from io import StringIO

import django
from django.conf import settings
from django.core.management import call_command

from vintner.server import stamps
from vintner.server.preflight import REPOSITORY

_NOT_SERVED = ["ninja/*.map", "ninja/redoc*"]
"""Seven megabytes that the description of the Store API does without."""

HOLDS_DEMO = """This database holds the demo store: its account {email} has a password that everybody can read.
Production needs a database of its own: set DATABASE_URL, or remove the demo with `make clean`."""

FIRST_ACCOUNT = """Nobody can log in to {url}/admin/ yet. Make the first account of staff, with the same settings:
.venv/bin/python manage.py createsuperuser"""


def prepare() -> None:
    """Bring the schema and static files up to date, fill an empty demo store, print the log-ins."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "vintner.settings")
    django.setup()
    call_command("check", stdout=StringIO())
    call_command("migrate", verbosity=0, interactive=False)
    _collect_static()
    if settings.PRODUCTION:
        refuse_demo()
        explain_first_account()
    else:
        _fill_demo()


def refuse_demo() -> None:
    """Exit with status 1 when the database holds accounts of the demo: everybody can read their passwords."""
    # Models exist only after django.setup().
    from vintner.customers.models import User  # noqa: PLC0415
    from vintner.demo.people import CUSTOMER, MANAGER  # noqa: PLC0415

    for person in (MANAGER, CUSTOMER):
        user = User.objects.filter(email=person.email).first()
        if user is not None and user.check_password(person.password):
            raise SystemExit(HOLDS_DEMO.format(email=person.email))


def explain_first_account() -> None:
    """Print how the first account of staff is made, while there is none."""
    from vintner.customers.models import User  # noqa: PLC0415 - models exist only after django.setup()

    if not User.objects.filter(is_superuser=True, is_active=True).exists():
        print(FIRST_ACCOUNT.format(url=settings.STORE_URL))


def _collect_static() -> None:
    pages = settings.FRONTEND_DIR / "client" / ".vite" / "manifest.json"
    sources = [REPOSITORY / "requirements.lock", pages, *(REPOSITORY / "vintner").glob("**/static")]
    mark = stamps.fingerprint(sources)
    if not stamps.is_done("static", mark, settings.STATIC_ROOT, within=settings.VAR_DIR):
        call_command("collectstatic", verbosity=0, interactive=False, clear=True, ignore_patterns=_NOT_SERVED)
        stamps.set_done("static", mark, within=settings.VAR_DIR)


def _fill_demo() -> None:
    # Models exist only after django.setup().
    from vintner.catalogue.models import Product  # noqa: PLC0415
    from vintner.demo.people import CUSTOMER, MANAGER  # noqa: PLC0415

    stamp = f"demo-{stamps.fingerprint((), str(settings.DATABASES['default']['NAME']))[:12]}"
    # A world whose making was broken off lacks its pictures.
    if not Product.objects.exists() or stamps.is_done(stamp, "begun"):
        stamps.set_done(stamp, "begun")
        # Standard output is for the log-ins; what is being made is told on the way.
        call_command("make_demo", stdout=sys.stderr)
        stamps.set_done(stamp, "whole")
    print(f"Customer      {CUSTOMER.email}  password {CUSTOMER.password}  (at /my-source/)")
    print(f"Shop manager  {MANAGER.email}  password {MANAGER.password}  (at /admin/)")


if __name__ == "__main__":
    prepare()
