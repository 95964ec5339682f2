"""Sessions: where they are stored, and those beside the one of log-ins."""
