"""Import of products and reviews from CSV files of another shop, in batches of rows, in constant memory."""
