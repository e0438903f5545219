"""The most probable state that was recorded, drawn; nothing where the posterior has none."""

from __future__ import annotations

from noumena.posterior.drawing.world import draw_world, pairs_of
from noumena.posterior.posterior import Posterior


def world_section(posterior: Posterior) -> str:
    """The world of `posterior.map_world`, which lists variables as `Title(Pub@3) = "…"`."""
    world = posterior.map_world
    if world is None:
        return ""
    picture = draw_world(pairs_of(world.text)).svg.replace(' xmlns="http://www.w3.org/2000/svg"', "")
    told = f"<p>ln p = {world.log_joint:.6g}. What nothing reads is not part of it.</p>"
    return f'{told}<div class="scroll" role="region" aria-label="The most probable world" tabindex="0">{picture}</div>'
