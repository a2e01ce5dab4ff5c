"""Parsing, one tree for all facts, and where its nodes stand: knows nothing of MindSpore or of rules."""
