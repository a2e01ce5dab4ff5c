"""Parsing, walking and positions: knows Python's syntax and nothing of MindSpore or of rules."""
