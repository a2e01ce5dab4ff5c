"""mslint reads MindSpore scripts and names the places where a port silently loses accuracy."""

__version__ = "0.1.0"
