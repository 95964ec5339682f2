"""The page on which shoppers fill a case with wines of their choice."""
