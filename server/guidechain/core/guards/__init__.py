"""The grammar of guard sentences: ``flat`` (text with its paths), ``lexicon`` (words), ``sentence`` (one sentence),
``units`` (sentences of one paragraph, item or row), ``patterns`` (what a written path covers)."""
