"""Sums about promotions, coupons and taxes, on plain values. No Django.

Amounts inside a sum are `Decimal` cents with their fraction; they become `Money` once, where a line, a discount
or a tax is rounded. `quote.py` puts the sums together.
"""
