"""Requests about a document: finds it, takes a snapshot, and asks the feature.

Features are imported when they are first asked for, as the front end is: `initialize` has to be
answered within half a second, most of which the framework takes.
"""
