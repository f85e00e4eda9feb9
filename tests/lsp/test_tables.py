"""The tables of features and commands hold what the folder holds, and say what it answers."""

from __future__ import annotations

import gc
import importlib
import pkgutil

from guidechain.core.lazy_regex import LazyRegex
from guidechain.lsp import features
from guidechain.lsp.feature import Command, Feature
from guidechain.lsp.features import COMMANDS, FEATURES
from guidechain.lsp.server import load


def test_every_feature_and_command_stands_in_its_table():
    listed = {id(each) for each in (*FEATURES, *COMMANDS)}
    for module in pkgutil.iter_modules(features.__path__):
        loaded = importlib.import_module(f"{features.__name__}.{module.name}")
        made = [each for each in vars(loaded).values() if isinstance(each, Feature | Command)]
        assert made, f"{module.name} makes no feature"
        assert all(id(each) in listed for each in made), module.name


def test_every_request_of_our_own_is_documented_where_it_is_answered():
    for each in FEATURES:
        if each.method.startswith("guidechain/"):
            assert f"``{each.method}``" in (importlib.import_module(each.handle.__module__).__doc__ or ""), each.method


def test_no_request_waits_for_an_expression_to_be_compiled():
    load()
    late = [each.pattern for each in gc.get_objects() if type(each) is LazyRegex and "search" not in vars(each)]
    assert late == []
