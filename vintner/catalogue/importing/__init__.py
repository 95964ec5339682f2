"""Import of products and reviews from CSV files of another shop, row by row, in constant memory."""
