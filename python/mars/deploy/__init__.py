"""Ways in which others start Mars."""
