"""`mslint server`: the engine's findings in an editor, over the Language Server Protocol; an adapter only."""
