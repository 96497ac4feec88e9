"""What is shown beside each place of a program after a run: labels and tables."""

from sqlang.views.annotations.annotate import annotate, table_at
from sqlang.views.annotations.model import Annotation, AnnotationKind, Label, Place, PlaceKind

__all__ = ["Annotation", "AnnotationKind", "Label", "Place", "PlaceKind", "annotate", "table_at"]
