"""``dataclass(frozen=True)`` at a fifth of the price: sixty classes are made before a command says its first word.

The standard library compiles six methods for each class, 1.0 ms in all; here five are shared, and a class takes 0.2 ms.
With the library's own, ``chain`` would take 45 ms more than its 165, over its budget (``tests/bench/chain.py``). For
type checkers and the functions of ``dataclasses`` the classes are ordinary. Not for fields with ``compare=False``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import MISSING
from typing import TYPE_CHECKING, Any, TypeVar, cast

T = TypeVar("T")

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(*, frozen: bool, order: bool = False, eq: bool = True) -> Callable[[type[T]], type[T]]:
        """See the module; ``frozen`` stands for readers and type checkers and must be True."""
        assert frozen

        def made(cls: type[T]) -> type[T]:
            cls.__doc__ = cls.__doc__ or cls.__name__  # Else the library writes a signature, which takes 3 ms.
            cls = dataclasses.dataclass(init=False, repr=False, eq=False)(cls)
            cls.__init__, cls.__setattr__, cls.__delattr__ = _init(cls), _refuse, _refuse
            cls.__repr__ = _repr
            if eq:
                cls.__eq__, cls.__hash__ = _is_equal, _hash
            if order:
                cls.__lt__, cls.__le__ = _is_less, _is_at_most
            return cls

        return made


def _init(cls: Any) -> Callable[..., None]:
    """The ``__init__`` of ``cls``, compiled when its first object is made: of most classes a command makes none."""

    def __init__(self: object, *values: object, **named: object) -> None:
        cls.__init__ = _compiled(cls)
        cls.__init__(self, *values, **named)

    return __init__


def _compiled(cls: Any) -> Callable[..., None]:
    names: dict[str, Any] = {"MISSING": MISSING}
    parameters, lines = ["self"], ["given = self.__dict__"]  # Equality and hashes rely on the order of the fields.
    for field in dataclasses.fields(cls):
        name, value, is_needed = field.name, field.name, field.default is MISSING
        if callable(field.default_factory):
            names[f"make_{name}"], is_needed = field.default_factory, False
            value = f"make_{name}() if {name} is MISSING else {name}"
        names[f"default_{name}"] = field.default
        parameters.append(name if is_needed else f"{name}=default_{name}")
        lines.append(f"given[{name!r}] = {value}")
    exec(f"def __init__({', '.join(parameters)}):\n " + "\n ".join(lines), names)
    return cast("Callable[..., None]", names["__init__"])


def _refuse(self: object, name: str, value: object = None) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to or delete field {name!r}")


def _is_equal(self: object, other: object) -> bool:
    return self.__dict__ == other.__dict__ if type(self) is type(other) else NotImplemented


def _is_less(self: object, other: object) -> bool:
    return (*self.__dict__.values(),) < (*other.__dict__.values(),) if type(self) is type(other) else NotImplemented


def _is_at_most(self: object, other: object) -> bool:
    return self == other or _is_less(self, other)


def _hash(self: object) -> int:
    return hash((*self.__dict__.values(),))


def _repr(self: object) -> str:
    values = ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items())
    return f"{type(self).__qualname__}({values})"
