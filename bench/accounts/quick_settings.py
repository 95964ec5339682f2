"""The store with a quick hash of passwords, for parts with thousands of log-ins that are not about its cost."""

from vintner.settings import *  # noqa: F403
from vintner.settings import PASSWORD_HASHERS as SLOW_HASHERS

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", *SLOW_HASHERS]
