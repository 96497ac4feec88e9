"""One session from its arrival to its end, step by step, and how its time divides."""

from sqlang.views.session_life.account import SessionAccount, never_arrived, session_account
from sqlang.views.session_life.follower import SessionFollower
from sqlang.views.session_life.records import SessionLife

__all__ = ["SessionAccount", "SessionFollower", "SessionLife", "never_arrived", "session_account"]
