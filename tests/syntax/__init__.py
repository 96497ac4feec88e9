"""Tests of the front end: text to trees."""
