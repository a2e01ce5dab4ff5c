"""The accuracy checklist: what was looked at, and what follows from it for each item."""
