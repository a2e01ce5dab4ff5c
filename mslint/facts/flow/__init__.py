"""Carries a module out on symbols: which layers are built, and what each of them feeds."""
