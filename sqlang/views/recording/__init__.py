"""What a run did, in bounded memory: filled by an observer, read by every view, carried as JSON."""

from sqlang.views.recording.json_value import from_json_value, to_json_value
from sqlang.views.recording.recorder import ROWS_KEPT, Recorder
from sqlang.views.recording.records import Recording

__all__ = ["ROWS_KEPT", "Recorder", "Recording", "from_json_value", "to_json_value"]
