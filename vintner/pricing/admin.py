"""Promotions and taxes in the admin."""
