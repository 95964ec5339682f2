"""Date formats of the admin, which Django uses in place of its own."""
