"""The loop that runs a chain, as text: it is compiled together with the moves that it makes.

So the processor need not be sent to a move by its address, and what stays the same from step to step is loaded once: it
takes a fifth of the time off the steps of small models.
"""

from __future__ import annotations

RUN = """def run(w, evaluate, until):  # to so many steps, or recorded samples; all that it must know is in the world
    word = word_of_step(w, w.iteration)
    following = move_of(w, word)
    second = second_word_of_step(w, w.iteration)
    while (w.recorded if w.recording != 0 else w.iteration) < until:
        if w.recording != 0 and w.since >= w.thin:
            ask(w, evaluate)
            w.recorded += 1
            w.since = 0
            continue
        for _ in range(w.thin - w.since if w.recording != 0 else until - w.iteration):
            k = following
            begin_step(w, k, word, second)
            # Known before this step is decided, the next move is no surprise to the processor.
            word = word_of_step(w, w.iteration + 1)
            following = move_of(w, word)
            second = second_word_of_step(w, w.iteration + 1)
            if w.far == 1:
                look_ahead(w, following, word, second)
            elif w.far != 0:
                foresee(w)
            if w.move_direct[k] == 0:
                begin(w)
            log_q = propose(w, k)
            if log_q == APPLIED:
                w.move_done[k] += 1
            elif log_q != REJECT:
                w.move_done[k] += judge(w, evaluate, log_q)
            elif w.move_direct[k] == 0:
                rollback(w)
            w.move_tried[k] += 1
            w.iteration += 1
            w.since += w.recording
    return until"""

NAMES = {
    "chain": ("ask", "begin_step", "judge"),
    "foresight": ("foresee", "move_of"),
    "moves": ("APPLIED", "REJECT"),
    "patch": ("begin", "rollback"),
    "random": ("second_word_of_step", "word_of_step"),
}
"""What it needs, by the module of the kernel; `propose(w, move)` and `look_ahead(w, move, word, second)` besides."""
