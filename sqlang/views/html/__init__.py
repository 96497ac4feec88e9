"""Self-contained pages: what all of them share, so that a reader learns their colors once."""

from sqlang.views.html.document import colors, document, escaped, resource

__all__ = ["colors", "document", "escaped", "resource"]
