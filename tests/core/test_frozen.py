"""A frozen class behaves as the standard library's."""

from __future__ import annotations

import dataclasses

import pytest

from guidechain.core.frozen import dataclass
from guidechain.core.model import Change, Loaded, NotLoaded, Position


@dataclass(frozen=True)
class Ours:
    """One of ours."""

    name: str
    size: int = 0
    tags: tuple[str, ...] = dataclasses.field(default_factory=tuple)


@dataclasses.dataclass(frozen=True)
class Theirs:
    """The standard library's."""

    name: str
    size: int = 0
    tags: tuple[str, ...] = dataclasses.field(default_factory=tuple)


def test_equal_by_type_and_values():
    assert Ours("a") == Ours("a", 0, ())
    assert Ours("a") != Ours("b")
    assert Ours("a") != Theirs("a")
    assert hash(Ours("a")) == hash(Ours("a"))
    assert len({Ours("a"), Ours("a"), Ours("a", 1)}) == 2


def test_nothing_changes_after_it_is_made():
    made = Ours("a")
    for name in ("name", "other"):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(made, name, "b")
    with pytest.raises(dataclasses.FrozenInstanceError):
        del made.name
    assert made == Ours("a")


def test_dataclass_functions_work():
    made = dataclasses.replace(Ours("a"), size=3)
    assert (made, dataclasses.asdict(made)) == (Ours("a", 3), {"name": "a", "size": 3, "tags": ()})
    assert repr(made) == repr(Theirs("a", 3)).replace("Theirs", "Ours")


@pytest.mark.parametrize(
    "values, named", [((), {}), (("a", 1, (), 2), {}), (("a",), {"name": "b"}), (("a",), {"no": 1})]
)
def test_arguments_that_do_not_fit_are_refused(values, named):
    for kind in (Ours, Theirs):
        with pytest.raises(TypeError):
            kind(*values, **named)


def test_a_default_factory_makes_a_value_of_its_own():
    assert Ours("a").tags == ()
    assert Ours(size=2, name="a", tags=("t",)) == Ours("a", 2, ("t",))


def test_positions_are_ordered():
    places = [Position(1, 0), Position(0, 5), Position(0, 4)]
    assert sorted(places) == [Position(0, 4), Position(0, 5), Position(1, 0)]
    assert max(places) >= Position(1, 0) > Position(0, 9)
    assert Position(0, 4) <= Position(0, 4)
    with pytest.raises(TypeError):
        assert Position(0, 4) < 3  # type: ignore[operator]


def test_the_model_is_frozen():
    for each in (Change(), Loaded("/a", "/a"), NotLoaded("/a", "empty"), Position(0, 0)):
        with pytest.raises(dataclasses.FrozenInstanceError):
            each.path = "/b"  # type: ignore
