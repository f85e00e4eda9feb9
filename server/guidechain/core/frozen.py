"""``dataclass(frozen=True)`` at a fifth of the price: sixty classes are made before a command says its first word.

The standard library compiles six methods for each class, 1 ms in all; here ``__init__`` is compiled and the rest is
shared. For type checkers and ``dataclasses.replace`` the classes are ordinary. Not for fields with ``compare=False``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

T = TypeVar("T")

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(*, frozen: bool, order: bool = False) -> Callable[[type[T]], type[T]]:
        """See the module; ``frozen`` stands for readers and type checkers and must be True."""
        assert frozen

        def made(cls: type[T]) -> type[T]:
            cls = dataclasses.dataclass(repr=False, eq=False)(cls)
            if order:
                cls.__lt__, cls.__le__ = _is_less, _is_at_most
            cls.__setattr__, cls.__delattr__ = _give_once, _refuse
            cls.__eq__, cls.__hash__, cls.__repr__ = _is_equal, _hash, _repr
            return cls

        return made


def _give_once(self: object, name: str, value: object) -> None:
    """``__init__`` gives each attribute its value; nobody gives it another."""
    if name in self.__dict__ or name not in self.__dataclass_fields__:  # type: ignore[attr-defined]
        raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")
    self.__dict__[name] = value


def _refuse(self: object, name: str) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


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
