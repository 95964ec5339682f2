"""How long a story waits for what must come. What comes ends the wait, so a busy machine only takes longer."""

PATIENCE_SECONDS = 90
PATIENCE_MS = PATIENCE_SECONDS * 1000
