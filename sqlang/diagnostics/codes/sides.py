"""Codes of workload and server, `at admission`, and serving forms (3xx)."""

from __future__ import annotations

from sqlang.diagnostics.code import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


SIDES: Final = (
    Code(
        "SQ301",
        "SID-1",
        "`turn;` belongs to the session, not to the server",
        "turn in a server",
    ),
    Code(
        "SQ302",
        "SID-1",
        "`end;` belongs to the session, not to the server",
        "end in a server",
    ),
    Code(
        "SQ303",
        "SID-1",
        "a server cannot `request` itself",
        "request in a server",
    ),
    Code(
        "SQ304",
        "SID-1",
        "`request;` stands only in the `session` of a `workload`",
        "request outside a workload session",
    ),
    Code(
        "SQ305",
        "SID-2",
        "this session needs a `server` for its requests",
        "workload session without a server",
    ),
    Code(
        "SQ306",
        "SID-2",
        "this server needs a `session` in the `workload` that requests it",
        "server without a workload session",
    ),
    Code(
        "SQ307",
        "SID-2",
        "a program has one session: in the `workload` or beside it, not both",
        "two sessions",
    ),
    Code(
        "SQ308",
        "SID-3",
        "no `request;` in the workload's session asks this server",
        "server never requested",
    ),
    Code(
        "SQ311",
        "ADM-1",
        "`admission` should follow `at`",
        "at without admission",
    ),
    Code(
        "SQ312",
        "ADM-2",
        "`{name}` is already bound in this clause",
        "bound twice",
    ),
    Code(
        "SQ313",
        "ADM-3",
        "the value of `{name}` takes the place of each `{name}`, so it cannot draw",
        "binding that draws",
    ),
    Code(
        "SQ314",
        "ADM-4",
        "`{name}` reads `{read}`, which is bound after it",
        "reads a later binding",
    ),
    Code(
        "SQ315",
        "ADM-8",
        "the body reads `{name}`, which already is {meaning}",
        "binding with another meaning",
    ),
    Code(
        "SQ316",
        "ADM-9",
        "the value of `{name}` reads `{name}`",
        "binding that reads itself",
    ),
    Code(
        "SQ317",
        "ADM-9",
        "the body reads `{name}`, but `{read}` may have changed since admission",
        "live value in the body",
    ),
    Code(
        "SQ318",
        "ADM-10",
        "`{name}` is bound at admission and read outside the hold that binds it",
        "binding read outside its hold",
    ),
    Code(
        "SQ321",
        "SRV-3",
        "no stage declared above serves `{role}`",
        "no stage for a role",
    ),
    Code(
        "SQ322",
        "SRV-3",
        "more than one stage declared above serves `{role}`: say which with `on`",
        "several stages for a role",
    ),
    Code(
        "SQ323",
        "SRV-2",
        "no stage `{name}` is declared above",
        "unknown stage after on",
    ),
    Code(
        "SQ324",
        "SRV-7",
        "a `transfer` says `from` which pool `to` which",
        "transfer without from",
    ),
    Code(
        "SQ325",
        "SRV-7",
        "a `transfer` cannot be `growing`",
        "transfer that grows",
    ),
)
