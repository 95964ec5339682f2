"""The WSGI callable that granian serves."""

import gc
import os

from django.core.wsgi import get_wsgi_application

from vintner.web.client_address import behind_proxies
from vintner.web.unread_bodies import discarding_bodies

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "vintner.settings")
application = discarding_bodies(behind_proxies(get_wsgi_application()))

from vintner.catalogue.finding.index_refresh import preload_index  # noqa: E402 - models can be imported once Django is set up

preload_index()

# What was loaded stays for good; looking through it again and again for garbage takes time from every page.
gc.collect()
gc.freeze()
gc.set_threshold(20_000, 20, 50)
