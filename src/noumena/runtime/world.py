"""The memory of a chain: one partial world, the patch on top of it, and the tables of the model.

Everything is a 64-bit word, or half of one where that is enough (`native_world`). A *variable* is an index into the
arrays `v_…`: an instantiated basic variable, or one of the nodes that stand beside them in the active graph: a derived
value, a shared set, an evidence term, a query. Its `v_kind` says which function it belongs to, `v_a` to `v_d` are its
arguments. Objects are numbered for each type from 0: the guaranteed ones first, then one stand-in for "some unused
object", then generated ones.

This class is the world of the Python backend, with lists as arrays. The native world has the same fields.
"""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias, get_type_hints

Ints: TypeAlias = list[int]
Reals: TypeAlias = list[float]

NULL = -(2**62)
"""The word for null among integers and objects, out of reach of every array; the null of reals is not a number."""

RANDOM_WORDS = 4
STREAMS = 2
"""The chain's own stream of random numbers, and that of the queries."""


class AnyWorld(Protocol):
    """A world of either backend, by its fields."""

    def __getattr__(self, name: str) -> Any: ...

    def __setattr__(self, name: str, value: Any) -> None: ...


class World:
    """The fields of a world; see `storage` for their sizes."""

    # The patch under way.
    step: int  # counts patches; what is stamped with it was touched by this one
    stream: int
    mode: int  # what reads do: see `flags`
    need: int  # the variable that the evaluation under way lacks, or -1
    status: int  # what the evaluation ended in: see `flags`
    out_int: int
    out_real: float
    shared: float  # ln of the sizes of the shared sets that the evaluation has drawn from, where it only looks
    dense: int  # whether the leaf reached is a density
    claim: int  # what the evidence term under way has forced so far, or -1
    force: int  # the variable that an evidence term forces to the value in out_int or out_real
    log_ratio: float
    density: int  # by how much the patch changes the number of density factors of observed values
    violations: int  # evidence that does not hold while a first state is sought
    penalty: float  # what it costs there; 0 otherwise
    violated: int  # by how much the patch changes `violations`
    waits: int  # 1 where factors that Python knows are put off: see `late`
    late: int  # how many were in this patch
    several: int  # how many variables the move picked from all lists together
    one_way: int  # 1 where a state is made that no move need lead back from
    picked: int  # the variable that the move picked from its function's list, or -1
    new_int: int  # the value that the move has chosen for it; -1 is a new object
    new_real: float
    log_q: float  # ln q(s|s′)/q(s′|s) of that choice
    applied: int  # how a move that needed no patch has changed the state: see `flags`
    random: Ints
    evaluate: Ints  # where compiled code finds that function of the model
    word: int  # the word that chose the move; its high half picks the variable
    second_word: int  # another word of the step: its high half chooses an object, its low half decides
    beta: float  # of a tempered chain, whose law is p^beta: see `tempering`
    log_change: float  # ln p(s′)/p(s) of the patch
    log_p: float  # ln p of the state, less that of the first one
    best: float  # the largest so far, and after how many steps it was found
    best_at: int
    tempered: int  # whether the chain is one
    key: int  # from which, and the number of the step, these words come
    saved: Ints  # the random words at the beginning of the step, or of the queries
    # What went wrong.
    full: int
    full_which: int
    fault: int
    fault_variable: int
    fault_site: int
    failed: int  # a host function raised
    host: int  # the address of the host function
    beyond: int  # a user's compiled code met what only Python can answer
    # Variables.
    v_capacity: int
    v_top: int
    v_free: int
    v_kind: Ints
    v_a: Ints
    v_b: Ints
    v_c: Ints
    v_d: Ints
    v_int: Ints
    v_real: Reals
    v_score: Reals  # ln p of its value; of a shared set, how many variables are drawn from it
    v_count: Ints  # readers
    v_flags: Ints
    v_owner: Ints  # the evidence term that forces it
    v_stamp: Ints
    v_mark: Ints  # its entry among the touched ones, if stamped
    v_parents: Ints  # first edge
    v_children: Ints
    v_place: Ints  # position in the list of its function, or -1
    v_next: Ints  # others with the same object as value
    v_before: Ints
    v_class: Ints  # those that are alike, or -1
    # Classes of variables that are alike: see `alike`.
    u_capacity: int
    u_top: int
    u_free: int
    u_room: int  # free classes
    u_object: Ints
    u_int: Ints
    u_real: Reals
    u_count: Reals
    u_score: Reals
    u_next: Ints  # others of the same object
    u_before: Ints
    u_first: Ints  # for a kind with classes and an object, from `k_classes` on
    i_count: Reals  # the same for kinds with few values, and these
    i_score: Reals
    # Edges of the active graph.
    e_capacity: int
    e_top: int
    e_free: int
    e_room: int  # free edges
    e_child: Ints
    e_parent: Ints
    e_sibling: Ints  # next edge of the same child
    e_next: Ints  # next edge of the same parent
    e_before: Ints  # or UNLISTED, or IMPLIED
    # The undo log.
    l_capacity: int
    l_top: int
    l_op: Ints
    l_a: Ints
    l_b: Ints
    l_c: Ints
    l_d: Ints
    l_real: Reals
    # Touched variables as they were.
    t_capacity: int
    t_top: int
    t_last: int  # how many the patch that was taken back last had touched
    t_variable: Ints
    t_flags: Ints
    t_owner: Ints
    t_count: Ints
    t_int: Ints
    t_real: Reals
    t_score: Reals
    t_undone: Ints  # the last run of a declared move that has taken the change back
    t_drawn: Ints  # of a shared set, how often the engine has drawn from it in this patch
    t_undrawn: Ints  # and would in the reverse of it
    # Variables of which only the number of readers has changed, once for each reader.
    w_capacity: int
    w_top: int
    w_variable: Ints
    w_change: Ints
    # Entered variables and what they read.
    n_capacity: int
    n_top: int
    n_variable: Ints
    n_from: Ints
    n_to: Ints
    b_capacity: int
    b_top: int
    b_read: Ints
    r_capacity: int
    r_top: int
    r_read: Ints
    d_capacity: int
    d_top: int
    d_stack: Ints  # variables being entered, each needed by the one below it
    q_capacity: int
    q_top: int
    q_done: int
    q_queue: Ints  # variables that became dirty, in that order
    # Touched objects.
    x_capacity: int
    x_top: int
    x_type: Ints
    x_object: Ints
    # Applications of number statements.
    a_capacity: int
    a_top: int
    a_statement: Ints
    a_type: Ints
    a_first: Ints  # generating objects
    a_second: Ints
    a_third: Ints
    a_variable: Ints
    a_used: Ints  # identifiers in use
    a_stamp: Ints
    a_old: Ints  # the same before the patch
    a_in_both: Ints
    a_set: Ints
    a_unset: Ints
    a_done: Ints
    # Hash table from five words to one.
    h_capacity: int
    h_size: int
    h_tag: Ints
    h_a: Ints
    h_b: Ints
    h_c: Ints
    h_d: Ints
    h_value: Ints
    # Scratch lists: members that loops go through, elements of sets, and applications that sets draw from.
    c_capacity: int
    c_top: int
    c_int: Ints
    y_capacity: int
    y_top: int
    y_int: Ints
    y_real: Reals
    f_capacity: int
    f_top: int
    f_application: Ints
    f_number: Ints
    # Objects, a segment for each type.
    types: int
    o_base: Ints
    o_capacity: Ints
    o_top: Ints
    o_free: Ints
    o_guaranteed: Ints
    o_concrete: Ints
    o_drawn: Ints  # engine draws of the type's objects in this patch
    o_undrawn: Ints  # and in the reverse of it
    o_used: Ints  # number of identifiers in use
    o_application: Ints
    o_label: Ints  # the number of a concrete object; of a free one the next free
    o_references: Ints
    o_place: Ints  # position in the list of used ones, or -1
    o_stamp: Ints
    o_before: Ints  # references before the patch, if stamped
    o_set: Ints  # stamp: the move gave this object to a variable
    o_unset: Ints  # stamp: the move took it from one
    o_list: Ints
    # Functions and the other kinds of variables.
    kinds: int
    first_shared: int
    first_evidence: int
    first_query: int
    k_real: Ints
    k_type: Ints
    k_width: Ints  # places of the index for each object, or 0 for kinds that are hashed: see `layout`
    k_number: Ints  # the number statement, or -1
    k_listed: Ints
    k_base: Ints  # of the index, for kinds that are not hashed
    k_preimage: Ints  # of the preimages, for those whose values are objects, or -1
    k_list: Ints  # of the list of variables
    k_room: Ints
    k_size: Ints
    k_domain: Ints
    k_domain_size: Ints
    k_scale: Reals
    k_single: Ints  # the one number statement of the result type, if identity moves apply
    k_classes: Ints  # of the classes, for kinds that are counted, or -1
    k_values: Ints  # how many values a counted kind has, if they are few and 0, 1, …; else 0
    k_reference: Ints  # the function whose value is the object that a counted kind looks at, or -1
    k_lookers: Ints  # of the list of counted kinds that read this attribute of the object, and how many
    k_lookers_size: Ints
    lookers: Ints
    k_attributes: Ints  # of the list of attributes that a counted kind reads, and how many
    k_attributes_size: Ints
    attributes: Ints
    k_reader: Ints  # the first counted kind that a function is the reference of, or -1
    k_counted: Ints  # how many variables of a counted kind are in a class
    k_first: Ints  # the place of the first variable of a kind with fixed places, and how many these are
    k_span: Ints
    k_unread: Ints  # changes of preimages since these were last read; beyond `k_patience` they are no longer kept
    k_patience: Ints
    index: Ints
    p_first: Ints
    p_size: Ints
    m_variable: Ints
    domain: Ints
    # Statements.
    s_type: Ints
    s_kind: Ints
    s_open: Ints  # whether evidence on a size may be solved for its variables
    s_count: Ints  # how many generating objects
    s_first: Ints  # types of the generating objects, or -1
    s_second: Ints
    s_third: Ints
    # Parameters of evidence terms and queries, from `v_b` on.
    z_int: Ints
    z_real: Reals
    # Evidence: observed variables with their values, and evidence terms.
    observations: int
    obs_kind: Ints
    obs_a: Ints
    obs_b: Ints
    obs_c: Ints
    obs_d: Ints
    obs_int: Ints
    obs_real: Reals
    # Moves.
    moves: int
    move: int
    place: int  # where the step is: the number of its move, or a place in a row of moves
    after: int  # the place of the next step, if it is in a row, or -1: it is chosen
    place_move: Ints  # the moves of the places, and which place comes next, or -1
    place_next: Ints
    move_until: Ints  # the shares of the moves up to and with each, in parts of 2^32
    move_guess: Ints  # for each 256th of these parts the first move that it may be for
    move_kind: Ints  # what the move is about, and what besides
    move_other: Ints
    move_direct: Ints  # whether the move itself begins a patch, where it needs one
    move_scale: Reals  # what the steps of a move are multiplied by, if they have a length
    move_tried: Ints
    move_done: Ints
    iteration: int
    far: int  # 1 if the state is so large that what the next step reads is asked for, 2 if also what later ones do
    ahead_kind: Ints  # of steps to come: the function of the variable that will be picked, where it or its reader is
    ahead_place: Ints
    ahead_object: Ints  # and the object that will be chosen, or its place
    # Tables of logarithms: see `log_tables`.
    tabled: int  # how many whole numbers they are for
    log: Reals
    log_factorial: Reals
    log_factorial_rest: Reals
    # Arguments and results of host functions.
    g_int: Ints
    g_real: Reals
    # A declared move: the ways there and back, its choices, and the reals of the way back (`kernel/round_trip`).
    way: int
    runs: int  # counts runs of its program; what is stamped with it was changed, or met, by this one
    wrote: int  # the last run that has changed something
    astray: int  # whether a run with one real changed went another way
    log_there: float
    log_back: float
    largest: float  # the largest real of the move: rounding is judged by it
    k_written: Ints  # the last run that has changed a variable of a function
    choice_capacity: int
    choice_top: int
    choice_last: int  # the one that was found last
    choice_side: Ints  # made, or told for the way back
    choice_kind: Ints
    choice_length: Ints  # how many words its address has; -1 if it has none and goes by its number
    choice_a: Ints
    choice_b: Ints
    choice_c: Ints
    choice_d: Ints
    choice_int: Ints
    choice_real: Reals
    choice_done: Ints  # the last run that has met it
    choice_number: Ints  # how many without an address this run has met, of each side and kind
    stand_top: int
    stand_application: Ints  # new objects of the way back, and which ones they were
    stand_object: Ints
    output_capacity: int
    output_top: int
    output_real: Reals
    input_top: int
    input_place: Ints  # a variable, or -1 and less a told choice
    nudged: float  # the real that is changed on a trial, as it was
    j_capacity: int  # results of host functions that are remembered at most
    j_size: int
    j_slots: int  # of the hash table, as far as it is used
    j_index: Ints  # the hash table: 0, or the number of an entry, from 1 on
    j_entry: Ints  # what is asked, the result and words, one entry after the other
    # Queries: what to ask, how often, and the answers, one row for each recorded sample.
    queries: int
    ask_kind: Ints
    ask_a: Ints
    ask_b: Ints
    thin: int
    since: int  # steps since the last recorded sample
    recording: int  # 1 while samples are recorded, else 0
    recorded: int
    answer_int: Ints
    answer_real: Reals
    tracing: int  # 1 if ln p of the state is recorded with each sample: see `joint`
    answer_joint: Reals
    best_joint: float  # of the best sample so far
    best_densities: int
    better: int  # 1 if the last sample was better than all before
    answer_weight: Reals  # of weighted samples: ln of the weight
    answer_density: Ints  # and the number of density factors in it


FIELDS: dict[str, object] = get_type_hints(World)
SCALARS = tuple(name for name, kind in FIELDS.items() if kind in (int, float))
TABLES = frozenset(
    name
    for line in (
        "k_real k_type k_width k_number k_listed k_base k_preimage k_list k_room k_domain k_domain_size k_scale",
        "k_single k_classes k_values k_reference k_lookers k_lookers_size lookers k_attributes k_attributes_size",
        "attributes k_reader k_first k_span k_patience domain s_type s_kind s_open s_count s_first s_second s_third",
        "o_base o_capacity o_guaranteed o_concrete z_int z_real move_until move_guess move_kind move_other move_direct",
        "move_scale place_move place_next ask_kind ask_a ask_b log log_factorial log_factorial_rest",
    )
    for name in line.split()
)
"""Arrays that only Python writes, between calls of native code."""
ARRAYS = tuple(name for name, kind in FIELDS.items() if kind not in (int, float))
