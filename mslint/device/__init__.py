"""Runs small programs on a real MindSpore, in a child process with limits, to show whether a claim holds there."""
