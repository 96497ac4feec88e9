"""Many runs of one program: values of its parameters times seeds, on all cores or machines.

`plan` says which runs there are, `task` what one of them is, `running` where they happen, `journal`
which are finished; `statistics`, `tables`, `text` and `plot` make of their outcomes what is shown.
"""
