"""The command `sq`: one small module per subcommand, imported only when it is called."""
