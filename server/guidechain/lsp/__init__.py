"""The language server: the editor protocol over the core's answers. ``server.py`` starts it."""
