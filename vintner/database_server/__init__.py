"""The store's own PostgreSQL, for machines that have none.

The seam between Vintner and whoever serves its database. Nothing here is used when
`DATABASE_URL` is set: then the database is the operator's. Standard library only, because
`bin/run` calls it before anything else of the store is imported.
"""

from vintner.database_server.control import create_database, lease, start, stop, url
from vintner.database_server.place import DatabaseServerError

__all__ = ["DatabaseServerError", "create_database", "lease", "start", "stop", "url"]
