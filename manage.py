#!/usr/bin/env python
"""Django's command line for Vintner."""

import os
import sys

from django.core.management import execute_from_command_line

from vintner.checked_env import WrongSettings

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "vintner.settings")
    try:
        execute_from_command_line(sys.argv)
    except WrongSettings as error:
        sys.exit(str(error))
