"""Taking over products and reviews from the CSV files of another shop, row by row, however long they are."""
