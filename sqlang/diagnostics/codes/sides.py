"""Codes of workload and server, `at admission`, and serving forms (3xx)."""

from __future__ import annotations

from typing import Final

from sqlang.diagnostics.codes.model import Code

SIDES: Final = (
    Code(
        "SQ301",
        "SID-1",
        "`turn;` belongs to the session, not to the server",
        "turn in a server",
        "A `server` answers one request. When the client's next turn begins is decided by the "
        "`session` in the workload: say `turn;` there.",
    ),
    Code(
        "SQ302",
        "SID-1",
        "`end;` belongs to the session, not to the server",
        "end in a server",
        "A `server` answers one request. When the client ends is decided by the `session` in "
        "the workload: say `end;` there.",
    ),
    Code(
        "SQ303",
        "SID-1",
        "a server cannot `request` itself",
        "request in a server",
        "The statements of the server take the place of each `request;`, so a `request;` in "
        "the server would go on for ever.",
    ),
    Code(
        "SQ304",
        "SID-1",
        "`request;` stands only in the `session` of a `workload`",
        "request outside a workload session",
        "`request;` asks the `server`, and only the client does that: the `session` inside "
        "`workload { ... }`. A `session` beside the workload plays both parts itself and has "
        "nothing to ask.",
    ),
    Code(
        "SQ305",
        "SID-2",
        "this session needs a `server` for its requests",
        "workload session without a server",
        "A session in the workload is the client's side only. What the system does for its "
        "requests is written in a `server { ... }` block. Add one, or move the session out of "
        "the workload.",
    ),
    Code(
        "SQ306",
        "SID-2",
        "this server needs a `session` in the `workload` that requests it",
        "server without a workload session",
        "A server answers the requests of a client, and this program has no client: a `session "
        "{ ... }` with `request;` inside the workload. Add it, or call this block `session`.",
    ),
    Code(
        "SQ307",
        "SID-2",
        "a program has one session: in the `workload` or beside it, not both",
        "two sessions",
        "A program is written either with one `session` that plays both parts, or with a "
        "`session` in the workload and a `server`. This one has a session of each kind. Remove "
        "one of them.",
    ),
    Code(
        "SQ308",
        "SID-3",
        "no `request;` in the workload's session asks this server",
        "server never requested",
        "The statements of a server take the place of each `request;` in the workload's "
        "session. There is none, so the server would never do anything. Add `request;` where "
        "the client asks.",
    ),
    Code(
        "SQ311",
        "ADM-1",
        "`admission` should follow `at`",
        "at without admission",
        "In the header of a hold `at` is always followed by `admission` and a list of names "
        "with their values: `at admission (room = free(kv))`.",
    ),
    Code(
        "SQ312",
        "ADM-2",
        "`{name}` is already bound in this clause",
        "bound twice",
        "One `at admission (...)` can give a name one value. Rename the second one.",
    ),
    Code(
        "SQ313",
        "ADM-3",
        "the value of `{name}` takes the place of each `{name}`, so it cannot draw",
        "binding that draws",
        "The value of a binding is put in the place of its name wherever the header reads it, "
        "and the header is evaluated anew at each attempt to admit the session. A draw in it "
        "would give another number each time. Draw before the hold with `set`.",
    ),
    Code(
        "SQ314",
        "ADM-4",
        "`{name}` reads `{read}`, which is bound after it",
        "reads a later binding",
        "The bindings of one clause are worked out from left to right, and this one reads a "
        "name that is bound after it. Change their order.",
    ),
    Code(
        "SQ315",
        "ADM-8",
        "the body reads `{name}`, which already is {meaning}",
        "binding with another meaning",
        "The body of the hold reads this binding, so it becomes an attribute of the session. "
        "But its name already means something else in the program. Choose another name for the "
        "binding.",
    ),
    Code(
        "SQ316",
        "ADM-9",
        "the value of `{name}` reads `{name}`",
        "binding that reads itself",
        "The body of the hold reads this binding, so it becomes an attribute, and its value "
        "would be computed from itself. Use another name for the value that is read.",
    ),
    Code(
        "SQ317",
        "ADM-9",
        "the body reads `{name}`, but `{read}` may have changed since admission",
        "live value in the body",
        "A binding that the body reads is computed a second time, when the body starts. This "
        "one reads the state of pools, stages or the clock, which may have changed since the "
        "header was evaluated, so header and body would see different values. In the body, "
        "read the state itself, or keep what you need with `set` at its top.",
    ),
    Code(
        "SQ318",
        "ADM-10",
        "`{name}` is bound at admission and read outside the hold that binds it",
        "binding read outside its hold",
        "A binding of `at admission` exists for one hold: in its header and, if the body reads "
        "it, in its body. Outside of it the name means nothing. Keep the value with `set` "
        "under another name inside the hold.",
    ),
    Code(
        "SQ321",
        "SRV-3",
        "no stage declared above serves `{role}`",
        "no stage for a role",
        "`prefill`, `decode`, `tool` and `transfer` without `on` look, among the stages "
        "declared above, for one with their own name (`link` or `transfer` for a transfer), "
        "and for prefill and decode else for a step stage. There is none. Declare the stage "
        "above this statement, or name one with `on`.",
    ),
    Code(
        "SQ322",
        "SRV-3",
        "more than one stage declared above serves `{role}`: say which with `on`",
        "several stages for a role",
        "Without `on` the stage is the one named like the statement, or the only step stage "
        "declared above. Here there are several. Say which one is meant: `prefill on engine "
        "prompt;`.",
    ),
    Code(
        "SQ323",
        "SRV-2",
        "no stage `{name}` is declared above",
        "unknown stage after on",
        "The stages after `on` must be declared above the statement. Check the spelling, or "
        "move the declaration up.",
    ),
    Code(
        "SQ324",
        "SRV-7",
        "a `transfer` says `from` which pool `to` which",
        "transfer without from",
        "`transfer work from POOL to POOL (units);` moves computed units: it works on the "
        "link, gives back the first pool and counts the units as computed in the second. "
        "Without the pools a plain `run link (work);` does the work alone.",
    ),
    Code(
        "SQ325",
        "SRV-7",
        "a `transfer` cannot be `growing`",
        "transfer that grows",
        "`growing` makes an engine's job enlarge a hold as it computes. A transfer moves what "
        "is already computed, so there is nothing to grow. Make the hold of the receiving pool "
        "large enough, or `grow` it.",
    ),
)
