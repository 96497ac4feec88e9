"""Runs for a timeline: only once somebody wants one, as watching for it costs time."""

from __future__ import annotations

from sqlang_server.runs.jobs import Job
from sqlang_server.runs.process import Message


class TimelineJob(Job):
    """A run of a program, given as IR in JSON, that is watched for its timeline alone."""

    def request(self, *_sent: object) -> Message:
        run = {
            "ir": self.program,
            "directory": self.directory,
            "iterations": self.iterations,
            "deadline": self.deadline,
            "timeline": True,
        }
        return {"id": self.number, "run": run}
