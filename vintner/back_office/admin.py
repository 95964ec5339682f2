"""Registers the admin of orders, which Django looks for in this module."""

from vintner.back_office.order_admin import OrderAdmin as OrderAdmin
