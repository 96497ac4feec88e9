"""Many runs of one program: values of its parameters times seeds, on all cores or machines.

`plan` says which runs there are, `task` what one of them is, `running` where they happen, `journal`
which are finished; `statistics` sums up what came of them, and `tables`, `text`, `json_value` and
`plot` show that.
"""
