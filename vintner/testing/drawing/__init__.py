"""Draws the demo's pictures: bottles, labels, vineyards. Pillow alone; the same wine gives the same picture."""
