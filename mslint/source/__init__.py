"""Files, their text and the suppression comments in it; knows nothing of MindSpore."""
