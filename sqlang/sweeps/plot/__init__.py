"""Results as a picture: a panel for each measure, means as lines and intervals as bands."""

from sqlang.sweeps.plot.picture import plot_svg

__all__ = ["plot_svg"]
