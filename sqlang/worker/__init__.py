"""A process that runs programs for the language server: `python -m sqlang.worker`.

The client writes messages to standard input and reads messages from standard output, each one line
of JSON in UTF-8. Everything else that is printed goes to standard error. The worker does one run at
a time, in the order asked for, and ends at the end of its input, also in the middle of a run.

To the worker:

- `{"id": ID, "run": {"ir": TEXT, "directory": PATH, "iterations": N, "events": M, "deadline": S,
  "rows": K, "lines": L}}` asks for a run. `ID` is any JSON value that the client finds again in
  the answers; `TEXT` is the program as IR (version 8) in JSON, as a string. All others may be
  absent or null:
  `directory` is where the program's files are, `iterations`, `events` and `deadline` (seconds of
  wall time) bound the run, `rows` is how many happenings are kept for each place, `lines` how many
  of the first ITER lines are (none if absent).
- Instead of `"ir"` a run may have `"pieces": {"new": [[N, TEXT], ...], "gone": [N, ...]}` and
  `"program": {"frame": N, "pools": [N, ...], "stages": [N, ...], "blocks": [[N, ...], ...]}`: the
  program is made of pieces (`sqlang.ir.pieces`), each by a number that the client gave it, in this
  run or one before, and that stands in a program once. `new` ones are kept until they are `gone`;
  a client that edits a program sends what is new to it.
- `{"pieces": {"new", "gone"}}` brings pieces ahead of the run that needs them, and has no answer.
- `{"id": ID, "compare": {"path": PATH, "directory": PATH, "texts": {PATH: TEXT, ...},
  "changes": [C, ...], "other": PATH, "iterations": N, "deadline": S}}` asks for a comparison of the
  program at `path`, whose text is among `texts`, with that at `other`, or with itself changed by
  `["without", FIRST, LAST]` lines, `["set", NAME, VALUE]`, `["replace", CLAUSE, LINE]` (or null).
  The bounds hold for each run. Once begun it looks at no cancellation.
- A run with `"timeline": true` is watched for its timeline and for nothing else.
- `{"cancel": ID}` stops that run at the next thing that happens in it.

From the worker:

- `{"id": null, "ready": true}` once, when it can begin at once; `{"id": ID, "ready": true}` when a
  run begins.
- `{"id": ID, "partial": {"recording": R, "labels": A, "time": T}}` while it goes on: first after
  30 ms, then at growing intervals; `T` is the program's clock.
- `{"id": ID, "done": {"recording": R, "labels": A, "report": J, "stopped": S, "lines": [N, LINES],
  "extremes": E}}`: `R` is a string, for whoever needs more than labels; the JSON in it is read by
  `sqlang.views.recording.from_json_value`. `A` is a string too: the JSON in it lists what is shown
  at places of the program, each as `[PLACE, AT, POSITION, KIND, LABEL, SUBJECT]`
  (`sqlang.views.annotations`). `J` is the object of
  REP-1 (null if the run was cancelled or memory ran out), `S` is null or
  `{"reason": WORD, "time": T}` if a bound or a cancellation ended the run at `T`. There were `N`
  iterations, of which `LINES` are the first; `E` has for each observation with samples the least
  and the greatest. Of a run that was cancelled nothing is told: `R` is null, `A` an empty list.
- `{"id": ID, "failed": {"code", "message", "serial", "time", PLACE, "part", "values",
  "recording", "labels", "lines"}}`: the run failed (part 4, section 11) after it had read
  `values`, a list of `[TEXT, NUMBER]`. PLACE is one of `"statement": [BLOCK, POSITION]`,
  `"stage": I`, `"pool": I`, or absent; then `part` may say `arrival`, `arrivals` or `trace`.
- `{"id": ID, "done": {"comparison": J, "text": TEXT}}`: `J` as `sq compare --json` prints it,
  `TEXT` as `sq compare`. `{"id": ID, "failed": {"message": TEXT}}`: why nothing can be compared.
- `{"id": ID, "done": {"timeline": {"svg": SVG, "lines": [[TEXT, KIND, [PLACE, ...], FROM, TO],
  ...]}}}`: the timeline of a run, as a picture and in text (`sqlang.views.timeline.text`), also if
  the run failed or was stopped.
- `{"id": ID, "crashed": TEXT}`: an error of ours, with its traceback; the worker goes on.

Everything asked for is answered by one of `done`, `failed` and `crashed`, cancelled ones too.
Numbers that are not finite are written `NaN`, `Infinity` and `-Infinity`, as Python's `json` does.
"""
