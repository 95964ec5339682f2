"""Text as devices write it, through every form of the store."""
