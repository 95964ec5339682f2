"""The 24 types of payment methods: what each is, where it works, and how it can end."""
