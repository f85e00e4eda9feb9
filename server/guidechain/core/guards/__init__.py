"""Guards: the grammar of guard sentences, marks inside guarded files, and guards in words.

The grammar is described in ``core/queries/guard_sentences.py``. Lower parts first: ``flat`` (text with its paths), the
words (``verbs bans languages conditions nouns``), ``claims``, ``groups``, ``objects`` and ``sentence`` (one sentence),
``units`` (one paragraph, item or cell), ``headings tables fences blocks`` (the document), ``patterns`` (what a written
path covers).
"""
