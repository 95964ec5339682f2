"""Django's PostgreSQL, with connections that do not wait for a server that hangs (decision 96)."""
