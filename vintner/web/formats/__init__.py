"""How the admin writes dates: what Django uses in place of its own formats of a language."""
