"""The window, the table and everything else that is drawn. The only package (with ``app.py``) that imports Qt.

The foundation, which every other module here builds on:

* ``resources``: registers the compiled icons and fonts;
* ``fonts``: type roles, in units, with the floor of readability;
* ``theme``: every colour, once, for the light, dark and high-contrast theme; ``Look`` (palette + scale + text size);
* ``icons``: recoloured, cached pictures of the icon set;
* ``paint``: drawing functions shared by all pieces of the table;
* ``layout``: where everything on the table is (plain numbers, no Qt).

One *unit* is one pixel at the design size of 1440 x 900; the table is painted in units on a scaled painter.
"""

from __future__ import annotations
