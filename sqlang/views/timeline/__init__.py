"""A run over time: what happened when, as data, as a picture and as a page."""

from sqlang.views.timeline.recorder import TimelineRecorder
from sqlang.views.timeline.records import Timeline, Window

__all__ = ["Timeline", "TimelineRecorder", "Window"]
