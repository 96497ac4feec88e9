"""Systems whose figures are known from theory, run and measured."""
