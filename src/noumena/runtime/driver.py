"""The loop that runs a chain, as text: it is compiled together with the moves that it makes.

So the processor need not be sent to a move by its address, and what stays the same from step to step is loaded once: it
takes a fifth of the time off the steps of small models.
"""

from __future__ import annotations

_LOOP = """def run(w, evaluate, until):  # to so many steps, or recorded samples; all that it must know is in the world
    word = word_of_step(w, w.iteration)
    {first}
    second = second_word_of_step(w, w.iteration)
    later = word_of_step(w, w.iteration + 1)
    later_second = second_word_of_step(w, w.iteration + 1)
    while (w.recorded if w.recording != 0 else w.iteration) < until:
        if w.recording != 0 and w.since >= w.thin:
            ask(w, evaluate)
            w.recorded += 1
            w.since = 0
            if w.better != 0:  # Python is to look at the state
                return w.recorded
            continue
        for _ in range(w.thin - w.since if w.recording != 0 else until - w.iteration):
            {take}
            begin_step(w, k, word, second)
            # Known before this step is decided, the next move is no surprise to the processor.
            word = later
            {choose}
            second = later_second
            later = word_of_step(w, w.iteration + 2)
            later_second = second_word_of_step(w, w.iteration + 2)
            if w.far == 1:
                look_ahead(w, {ahead}, word, second, later, later_second)
            elif w.far != 0:
                foresee(w)
            if w.move_direct[k] == 0:
                begin(w)
            log_q = propose(w, k)
            if log_q == APPLIED:
                w.move_done[k] += 1
            elif log_q != REJECT:
                w.move_done[k] += {judge}(w, evaluate, log_q)
            elif w.move_direct[k] == 0:
                rollback(w)
            w.move_tried[k] += 1
            w.iteration += 1
            w.since += w.recording{end}
    return until"""
_BY_CHOICE = {
    "first": "following = move_of(w, word)",
    "take": "k = following",
    "choose": "following = move_of(w, word)",
    "ahead": "following",
    "end": "",
}
_BY_PLACE = {
    "first": "following = place_of(w, w.after, word)",
    "take": "k, then = w.place_move[following], w.place_next[following]",
    "choose": "following = place_of(w, then, word)",
    "ahead": "w.place_move[following]",
    "end": "\n            w.after = then",
}


def loop(rows: bool = False, tempered: bool = False) -> str:
    """The text of the loop; where moves come in `rows`, what follows is a place, at which a move is made."""
    return _LOOP.format(**(_BY_PLACE if rows else _BY_CHOICE), judge="judge_tempered" if tempered else "judge")


RUN = loop()
"""The loop of a chain of which nothing is said."""


NAMES = {
    "chain": ("ask", "begin_step", "judge", "place_of"),
    "foresight": ("foresee", "move_of"),
    "moves": ("APPLIED", "REJECT"),
    "patch": ("begin", "rollback"),
    "tempering": ("judge_tempered",),
    "random": ("second_word_of_step", "word_of_step"),
}
"""What it needs, by the module of the kernel; `propose(w, move)` and `look_ahead` besides."""
