"""What a run is in the midst of at a time: who is where, who waits, what is allocated."""

from sqlang.views.state_at.view import StateView, state_view

__all__ = ["StateView", "state_view"]
