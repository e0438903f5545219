"""What `DeclaredMove.propose` does with `choose` when it is compiled, as `declared_views.Choose` does it in Python."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic, overload_method

from noumena.moves import declared_wording as wording
from noumena.moves.native_arguments import is_whole, refuse, unannotated
from noumena.moves.native_choices import ChooseType
from noumena.moves.native_types import world_of
from noumena.runtime.kernel import round_trip


def _beginning(name: str, way: int) -> None:
    @overload_method(ChooseType, name)
    @unannotated
    def method(choose: Any) -> Any:
        begin = choose.trip.begin_run
        return lambda choose: begin(world_of(choose), np.int64(way))


_beginning("go_there", round_trip.THERE)
_beginning("go_back", round_trip.BACK)


@overload_method(ChooseType, "end")
@unannotated
def _end(choose: Any) -> Any:
    there = round_trip.THERE

    def end(choose: Any) -> None:
        world_of(choose).way = there

    return end


@intrinsic
def _number(typing_context: Any, found: Any) -> Any:
    """What is a number or nothing, where it is a number."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return context.cast(builder, arguments[0], found, found.type)

    return found.type(found), generate


@overload_method(ChooseType, "is_rejected")
@unannotated
def _is_rejected(choose: Any, found: Any) -> Any:
    returned = choose.trip.returned
    if isinstance(found, types.NoneType):
        return lambda choose, found: False
    if isinstance(found, types.Optional):

        def either(choose: Any, found: Any) -> Any:
            return False if found is None else returned(world_of(choose), np.float64(_number(found)))

        return either
    if not is_whole(found) and not isinstance(found, types.Float):
        refuse(wording.returned(str(types.unliteral(found))))
    return lambda choose, found: returned(world_of(choose), np.float64(found))


@overload_method(ChooseType, "settle")
@unannotated
def _settle(choose: Any) -> Any:
    settle = choose.trip.settle
    return lambda choose: settle(world_of(choose))


@overload_method(ChooseType, "reals")
@unannotated
def _reals(choose: Any) -> Any:
    return lambda choose: world_of(choose).input_top


@overload_method(ChooseType, "room")
@unannotated
def _room(choose: Any, j: Any) -> Any:
    room = choose.trip.input_room
    return lambda choose, j: room(world_of(choose), np.int64(j))


@overload_method(ChooseType, "nudge")
@unannotated
def _nudge(choose: Any, j: Any, step: Any) -> Any:
    nudge = choose.trip.nudge
    return lambda choose, j, step: nudge(world_of(choose), np.int64(j), np.float64(step))


@overload_method(ChooseType, "restore")
@unannotated
def _restore(choose: Any, j: Any) -> Any:
    restore = choose.trip.restore
    return lambda choose, j: restore(world_of(choose), np.int64(j))


@overload_method(ChooseType, "output")
@unannotated
def _output(choose: Any, i: Any) -> Any:
    output = choose.trip.output
    return lambda choose, i: output(world_of(choose), np.int64(i))


@overload_method(ChooseType, "refuse_slope")
@unannotated
def _refuse_slope(choose: Any, is_flat: Any) -> Any:
    refuse_slope = choose.trip.refuse_slope
    return lambda choose, is_flat: refuse_slope(world_of(choose), np.int64(is_flat))
