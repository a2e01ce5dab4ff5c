"""What the rules about whole programs claim of MindSpore, as functions that run it; nothing here knows the linter."""
