"""The arrays of a world: made for a model, and made larger when generated code runs out of room.

Most arrays belong to a group that grows together; those that are cut into segments are laid out by `segments`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from noumena.runtime.kernel import flags, round_trip
from noumena.runtime.kernel.foresight import STEPS_AHEAD
from noumena.runtime.kernel.memo import ENTRY, FIRST_SLOTS
from noumena.runtime.layout import ELEMENTS, Layout
from noumena.runtime.log_tables import FIRST_SIZE, log_tables
from noumena.runtime.segments import OF_OBJECTS, lay_lists, lay_objects
from noumena.runtime.weights import lay_rows, look_ahead, weigh_moves
from noumena.runtime.world import FIELDS, RANDOM_WORDS, STREAMS, AnyWorld, Ints, World

HOST_WORDS = 64


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_GROUPS: dict[int, tuple[str, str]] = {
    flags.FULL_VARIABLES: (
        "v_capacity",
        "v_kind v_a v_b v_c v_d v_int v_real v_score v_count v_flags v_owner v_stamp v_mark"
        " v_parents v_children v_place v_next v_before v_class",
    ),
    flags.FULL_CLASSES: ("u_capacity", "u_object u_int u_real u_count u_score u_next u_before"),
    flags.FULL_EDGES: ("e_capacity", "e_child e_parent e_sibling e_next e_before"),
    flags.FULL_LOG: ("l_capacity", "l_op l_a l_b l_c l_d l_real"),
    flags.FULL_TOUCHED: (
        "t_capacity",
        "t_variable t_flags t_owner t_count t_int t_real t_score t_undone t_drawn t_undrawn",
    ),
    flags.FULL_COUNTS: ("w_capacity", "w_variable w_change"),
    flags.FULL_ENTERED: ("n_capacity", "n_variable n_from n_to"),
    flags.FULL_STACK: ("d_capacity", "d_stack"),
    flags.FULL_QUEUE: ("q_capacity", "q_queue"),
    flags.FULL_OBJECTS_TOUCHED: ("x_capacity", "x_type x_object"),
    flags.FULL_APPLICATIONS: (
        "a_capacity",
        "a_statement a_type a_first a_second a_third a_variable a_used a_stamp a_old a_in_both a_set a_unset a_done",
    ),
    flags.FULL_SCRATCH: ("c_capacity", "c_int"),
    flags.FULL_ELEMENTS: ("y_capacity", "y_int y_real"),
    flags.FULL_SOURCES: ("f_capacity", "f_application f_number"),
    round_trip.FULL_CHOICES: (
        "choice_capacity",
        "choice_side choice_kind choice_length choice_a choice_b choice_c choice_d choice_int choice_real choice_done"
        " stand_application stand_object",
    ),
    round_trip.FULL_REALS: ("output_capacity", "output_real input_place"),
}
_OF_PATCHES = (
    flags.FULL_LOG,
    flags.FULL_TOUCHED,
    flags.FULL_COUNTS,
    flags.FULL_ENTERED,
    flags.FULL_STACK,
    flags.FULL_QUEUE,
    flags.FULL_OBJECTS_TOUCHED,
)
_OF_TYPES = _words("o_base o_capacity o_top o_free o_guaranteed o_concrete o_drawn o_undrawn o_used")
_OF_KINDS = _words(
    "k_real k_type k_width k_number k_listed k_base k_preimage k_list k_room k_size k_domain k_domain_size k_single"
    " k_classes k_values k_reference k_lookers k_lookers_size k_attributes k_attributes_size k_counted k_reader k_first"
    " k_span k_patience k_unread k_written"
)
_OF_HASH = _words("h_tag h_a h_b h_c h_d h_value")
_LOGARITHMS = _words("log log_factorial log_factorial_rest")
_FIRST_CAPACITY = 64
_PLACES_PER_CHANGE = 16
_FOR_EVER = 2**62
"""How long preimages are kept that nothing reads: see `variables.keep_preimages`."""


def zeros(name: str, size: int) -> list[Any]:
    """Zeros of the right kind for an array."""
    return [0] * size if FIELDS[name] == Ints else [0.0] * size


def _clear(world: AnyWorld, name: str, size: int) -> None:
    """Gives a world an array of zeros; a list would have to be made an array of."""
    if isinstance(world, World):
        setattr(world, name, zeros(name, size))
    else:
        world.clear(name, size)


def make(world: AnyWorld, layout: Layout) -> None:
    """Gives an empty world the arrays for a model."""
    for name, kind in FIELDS.items():
        if kind in (int, float):
            setattr(world, name, 0)
    for group, (capacity, names) in _GROUPS.items():
        size = max(_FIRST_CAPACITY, ELEMENTS) if group == flags.FULL_ELEMENTS else _FIRST_CAPACITY
        setattr(world, capacity, size)
        for name in names.split():
            _clear(world, name, size)
    for name in ("b_read", "r_read"):
        setattr(world, name, zeros(name, 4 * _FIRST_CAPACITY))
    world.b_capacity = world.r_capacity = 4 * _FIRST_CAPACITY
    _make_hash(world, 4 * _FIRST_CAPACITY)
    world.random, world.saved = (zeros(name, RANDOM_WORDS * STREAMS) for name in ("random", "saved"))
    world.evaluate = zeros("evaluate", 3)
    world.ahead_kind, world.ahead_place, world.ahead_object = ([flags.NONE] * STEPS_AHEAD for _ in range(3))
    world.g_int, world.g_real = zeros("g_int", HOST_WORDS), zeros("g_real", HOST_WORDS)
    world.choice_number = zeros("choice_number", 2 * round_trip.KINDS)
    world.j_capacity = 0 if isinstance(world, World) else layout.remembered  # Python's own host remembers
    world.j_slots = min(FIRST_SLOTS, 2 * world.j_capacity)
    # Beyond these nothing is read before it is written: to clear it would take longer than to make the rest.
    world.j_index = np.empty(2 * world.j_capacity, np.int32) if world.j_capacity else [0]
    world.j_index[: world.j_slots] = zeros("j_index", world.j_slots)
    world.j_entry = np.empty(ENTRY * world.j_capacity, np.int64) if world.j_capacity else [0]
    world.v_free = world.e_free = world.u_free = world.need = world.picked = world.claim = flags.NONE
    world.step = 1
    tabulate(world, FIRST_SIZE)
    _make_statements(world, layout)
    _make_kinds(world, layout)
    _make_types(world, layout)
    for name in FIELDS:
        if name.startswith(("ask_", "obs_", "answer_")):
            setattr(world, name, zeros(name, 1))
    world.z_int, world.z_real = list(layout.numbers) or [0], list(layout.reals) or [0.0]
    world.moves = len(layout.weights)
    lay_rows(world, len(layout.weights) - len(layout.rows), layout.rows)
    # A row is about nothing that could be foreseen.
    world.move_kind = [kind for kind, _ in layout.moves] + [flags.NONE] * len(layout.rows) or [0]
    weigh_moves(world, layout.weights or (1.0,))
    world.move_other = [other for _, other in layout.moves] or [0]
    world.move_direct = [int(direct) for direct in layout.direct] or [0]
    world.move_scale = [1.0] * max(1, len(layout.moves))
    world.move_tried, world.move_done = zeros("move_tried", world.moves + 1), zeros("move_done", world.moves + 1)


def tabulate(world: AnyWorld, size: int) -> None:
    """Gives a world logarithms of so many whole numbers; they are never written to."""
    for name, table in zip(_LOGARITHMS, log_tables(size), strict=True):
        setattr(world, name, tuple(table.tolist()) if isinstance(world, World) else table)
    world.tabled = size


def _make_statements(world: AnyWorld, layout: Layout) -> None:
    rows = [
        (s.type, s.kind, int(s.open), len(s.generators), *(*s.generators, -1, -1, -1)[:3]) for s in layout.statements
    ]
    for position, name in enumerate(("s_type", "s_kind", "s_open", "s_count", "s_first", "s_second", "s_third")):
        setattr(world, name, [row[position] for row in rows or [(-1,) * 7]])
    world.a_top = len(rows)  # each has a place, which it needs where it has no generating objects
    _resize(world, flags.FULL_APPLICATIONS, len(rows) + _FIRST_CAPACITY)
    for s, row in enumerate(rows):
        world.a_statement[s], world.a_type[s] = s, row[0]
        world.a_first[s] = world.a_second[s] = world.a_third[s] = world.a_variable[s] = flags.NONE


def _make_kinds(world: AnyWorld, layout: Layout) -> None:
    world.kinds = len(layout.kinds)
    world.first_shared, world.first_evidence = layout.first_shared, layout.first_evidence
    world.first_query = layout.first_query
    for name in _OF_KINDS:
        setattr(world, name, zeros(name, len(layout.kinds)))
    world.k_scale = [kind.scale for kind in layout.kinds]
    domain: list[int] = []
    lookers: list[int] = []
    attributes: list[int] = []
    for k, kind in enumerate(layout.kinds):
        world.k_real[k] = int(kind.real)
        world.k_type[k] = kind.result
        world.k_width[k] = kind.width
        world.k_number[k] = kind.statement
        world.k_listed[k] = int(kind.listed)
        world.k_single[k] = kind.single
        world.k_domain[k] = len(domain)
        world.k_domain_size[k] = len(kind.domain)
        world.k_reference[k] = kind.reference
        world.k_values[k] = kind.values
        world.k_lookers[k] = len(lookers)
        world.k_lookers_size[k] = len(kind.lookers)
        lookers += kind.lookers
        world.k_attributes[k] = len(attributes)
        world.k_attributes_size[k] = len(kind.attributes)
        attributes += kind.attributes
        world.k_first[k] = world.v_top
        world.k_span[k] = kind.span
        world.k_patience[k] = kind.span // _PLACES_PER_CHANGE if kind.span else _FOR_EVER
        world.v_top += kind.span
        world.k_list[k] = k * 4
        world.k_room[k] = 4
        domain += kind.domain
    world.domain = domain or [0]
    world.lookers = lookers or [0]
    world.attributes = attributes or [0]
    references = [kind.reference for kind in layout.kinds]
    for k in range(len(layout.kinds)):
        world.k_reader[k] = references.index(k) if k in references else flags.NONE
    _resize(world, flags.FULL_VARIABLES, world.v_top + _FIRST_CAPACITY)
    world.v_kind[: world.v_top] = [flags.NONE] * world.v_top
    world.m_variable = zeros("m_variable", 4 * len(layout.kinds))


def _make_types(world: AnyWorld, layout: Layout) -> None:
    count = max(1, len(layout.types))
    world.types = len(layout.types)
    for name in _OF_TYPES:
        setattr(world, name, zeros(name, count))
    for t, type_ in enumerate(layout.types):
        world.o_guaranteed[t] = type_.guaranteed
        world.o_concrete[t] = int(type_.concrete)
        world.o_top[t] = type_.guaranteed + 1
        world.o_free[t] = flags.NONE
    for name in (*OF_OBJECTS, "index", "p_first", "p_size", "u_first", "i_count", "i_score"):
        setattr(world, name, [])
    lay_objects(world, layout, [type_.guaranteed + 1 + 16 for type_ in layout.types])


def _make_hash(world: AnyWorld, capacity: int) -> None:
    world.h_capacity, world.h_size = capacity, 0
    for name in _OF_HASH:
        setattr(world, name, [flags.NONE] * capacity)


def grow(world: AnyWorld, layout: Layout) -> None:
    """Makes room where `full` says; the patch under way must have been taken back."""
    full = world.full
    world.ahead_kind = [flags.NONE] * STEPS_AHEAD  # places may change
    if full in _GROUPS:
        capacity, _ = _GROUPS[full]
        # A patch that was found too large when it was complete says how large it is: it is not to be made many times.
        needed = world.e_top + world.b_top if full == flags.FULL_EDGES else 0
        needed = world.u_top + world.full_which if full == flags.FULL_CLASSES else needed
        _resize(world, full, max(2 * getattr(world, capacity), needed))
    elif full == flags.FULL_READS:
        _resize_reads(world, 2 * world.b_capacity)
    elif full == flags.FULL_HASH:
        _grow_hash(world)
    elif full == flags.FULL_TYPE:
        capacities = [world.o_capacity[t] for t in range(len(layout.types))]
        capacities[world.full_which] *= 2
        lay_objects(world, layout, capacities)
    elif full == flags.FULL_LOGARITHMS:
        tabulate(world, 2 ** int(world.full_which).bit_length())
    else:
        _grow_list(world, world.full_which)


def _resize(world: AnyWorld, group: int, size: int) -> None:
    capacity, names = _GROUPS[group]
    for name in names.split():
        setattr(world, name, _resized(getattr(world, name), name, size))
    setattr(world, capacity, size)


def _resize_reads(world: AnyWorld, size: int) -> None:
    for name in ("b_read", "r_read"):
        setattr(world, name, _resized(getattr(world, name), name, size))
    world.b_capacity = world.r_capacity = size


def _resized(array: Any, name: str, size: int) -> Any:
    """An array of another size, with zeros at its end if it is longer; a list stays a list."""
    if isinstance(array, list):
        return array[:size] + zeros(name, size - len(array))
    kept = min(size, len(array))
    resized = np.zeros(size, array.dtype)
    resized[:kept] = array[:kept]
    return resized


def reserve(world: AnyWorld, layout: Layout, variables: int, objects: int = 0) -> None:
    """Makes room for a first state of so many variables, so that it need not be made again and again.

    There is room for so many objects of each type that a number statement makes, where they are many.

    In its patch each is made and given a value, and may be a reader, which are up to four entries of the log, and reads
    a few others. What is found to be full at the end of the patch costs most, as all is evaluated anew: edges, classes
    and lists, each of which must have room for all variables of the patch then.
    """
    if variables <= _FIRST_CAPACITY:
        return
    if objects:
        made = {statement.type for statement in layout.statements}
        guaranteed = [type_.guaranteed for type_ in layout.types]
        capacities = [world.o_capacity[t] for t in range(len(guaranteed))]
        needed = [g + 1 + objects if t in made else 0 for t, g in enumerate(guaranteed)]
        lay_objects(world, layout, [max(pair) for pair in zip(capacities, needed, strict=True)])
    _resize(world, flags.FULL_VARIABLES, max(world.v_capacity, variables))
    for group in _OF_PATCHES:
        _resize(world, group, variables)
    _resize(world, flags.FULL_LOG, 4 * variables)
    _resize_reads(world, 4 * variables)
    _resize(world, flags.FULL_EDGES, max(world.e_capacity, 4 * variables))
    _resize(world, flags.FULL_CLASSES, max(world.u_capacity, variables))
    listed = zip(list(world.k_room), list(world.k_listed), strict=True)
    lay_lists(world, [max(room, variables) if is_listed else room for room, is_listed in listed])


def release(world: AnyWorld) -> None:
    """Gives room back once there is a first state: the patch that made it was far larger than those of steps."""
    for group in _OF_PATCHES:
        _resize(world, group, _FIRST_CAPACITY)
        setattr(world, f"{_GROUPS[group][0][0]}_top", 0)
    _resize_reads(world, 4 * _FIRST_CAPACITY)
    world.b_top = world.r_top = world.q_done = 0
    tops = {flags.FULL_VARIABLES: world.v_top, flags.FULL_EDGES: world.e_top, flags.FULL_CLASSES: world.u_top}
    for group, top in tops.items():
        _resize(world, group, _with_spare(top))
    lay_lists(world, [_with_spare(size) if size else 4 for size in world.k_size])
    look_ahead(world)
    if not isinstance(world, World):
        world.settle()


def _with_spare(count: int) -> int:
    return int(count + count // 4 + _FIRST_CAPACITY)


def _grow_hash(world: AnyWorld) -> None:
    from noumena.runtime.kernel.hashing import hash_put  # the kernel needs the world's fields, not the other way round

    grown: Any = World()  # of lists: Python writes into them four times as fast as into native memory
    _make_hash(grown, 2 * world.h_capacity)
    for row in zip(*(list(getattr(world, name)) for name in _OF_HASH), strict=True):
        if row[-1] != flags.NONE:
            hash_put(grown, *map(int, row))
    for name in ("h_capacity", "h_size", *_OF_HASH):
        setattr(world, name, getattr(grown, name))


def _grow_list(world: AnyWorld, kind: int) -> None:
    """Makes room in the list of a kind, and where a patch is large in all that it may need."""
    rooms = [
        max(room, size + world.t_last) if listed else room
        for room, size, listed in zip(list(world.k_room), list(world.k_size), list(world.k_listed), strict=True)
    ]
    rooms[kind] = max(2 * world.k_room[kind], rooms[kind])
    lay_lists(world, rooms)


def bytes_of(world: AnyWorld) -> int:
    """What the arrays of a world take.

    The recorded answers are not counted, nor the logarithms, which all worlds share.
    """
    own = [name for name in FIELDS if not name.startswith("answer") and name not in _LOGARITHMS]
    arrays = [name for name in own if FIELDS[name] not in (int, float)]
    return sum(getattr(a, "nbytes", 8 * len(a)) for a in (getattr(world, name) for name in arrays))
