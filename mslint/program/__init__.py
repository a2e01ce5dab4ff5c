"""What spans files: summaries of modules, and programs made of them; reads no file itself."""
