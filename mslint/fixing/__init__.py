"""Fixes: edits put into the text, and what came of them."""
