"""Runs of programs in processes of their own, what they tell, and runs while one types."""
