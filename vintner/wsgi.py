"""The WSGI callable that granian serves."""

import gc
import os
from threading import Thread

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from vintner.web.client_address import behind_proxies
from vintner.web.edge.bodies import Traffic, WsgiApplication, reading_bodies
from vintner.web.edge.places import in_places
from vintner.web.edge.slow_clients import BodyLimits, watch_bodies
from vintner.web.outside.waits import limit_waits
from vintner.web.rendering.manifest import read_build

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "vintner.settings")
_traffic = Traffic()
application = reading_bodies(in_places(behind_proxies(get_wsgi_application()), settings.WEB_THREADS), _traffic)

from vintner.catalogue.finding.index_refresh import cache_commonest_words, preload_index  # noqa: E402 - models can be imported once Django is set up

preload_index()
read_build()
limit_waits()

# What was loaded stays for good; looking through it again and again for garbage takes time from every page.
gc.collect()
gc.freeze()
gc.set_threshold(20_000, 20, 50)


def begin_process() -> WsgiApplication:
    """Return the application to a process of the web server that answers requests, once its threads run."""
    watch_bodies(_traffic, BodyLimits(), settings.PORT)
    Thread(target=cache_commonest_words, name="commonest words", daemon=True).start()
    return application
