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
- A run with `"timeline": true` is watched for its timeline and for nothing else.
- `{"cancel": ID}` stops that run at the next thing that happens in it.

From the worker:

- `{"id": null, "ready": true}` once, when it can begin at once; `{"id": ID, "ready": true}` when a
  run begins.
- `{"id": ID, "partial": {"recording": R, "time": T}}` while it goes on: first after 50 ms, then at
  growing intervals; `T` is the program's clock.
- `{"id": ID, "done": {"recording": R, "report": J, "stopped": S, "lines": [N, LINES],
  "extremes": E}}`: `R` is read by `sqlang.views.recording.from_json_value`, `J` is the object of
  REP-1 (null if the run was cancelled or memory ran out), `S` is null or
  `{"reason": WORD, "time": T}` if a bound or a cancellation ended the run at `T`. There were `N`
  iterations, of which `LINES` are the first; `E` has for each observation with samples the least
  and the greatest.
- `{"id": ID, "failed": {"code", "message", "serial", "time", PLACE, "part", "values",
  "recording", "lines"}}`: the run failed (part 4, section 11) after it had read `values`, a list of
  `[TEXT, NUMBER]`. PLACE is one of `"statement": [BLOCK, POSITION]`, `"stage": I`, `"pool": I`, or
  absent; then `part` may say `arrival`, `arrivals` or `trace`.
- `{"id": ID, "done": {"timeline": {"svg": SVG, "lines": [[TEXT, KIND, [PLACE, ...], FROM, TO],
  ...]}}}`: the timeline of a run, as a picture and in text (`sqlang.views.timeline.text`), also if
  the run failed or was stopped.
- `{"id": ID, "crashed": TEXT}`: an error of ours, with its traceback; the worker goes on.

Every run asked for is answered by one of `done`, `failed` and `crashed`, cancelled ones too.
Numbers that are not finite are written `NaN`, `Infinity` and `-Infinity`, as Python's `json` does.
"""
