"""What is shown beside each place of a program after a run: labels and tables."""

from sqlang.views.annotations.annotate import annotate, failure_place
from sqlang.views.annotations.model import Annotation, AnnotationKind, Place, PlaceKind

__all__ = ["Annotation", "AnnotationKind", "Place", "PlaceKind", "annotate", "failure_place"]
