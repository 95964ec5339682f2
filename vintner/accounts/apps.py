"""Accounts of customers: registration, log-in, recovery, security, the account's pages."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Installs the app. Its engine is django-allauth."""

    name = "vintner.accounts"
