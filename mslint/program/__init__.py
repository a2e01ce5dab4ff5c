"""What spans files: summaries of modules, and programs made of them; asks no syntax tree twice."""
