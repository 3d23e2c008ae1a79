"""Numbers with their nouns: the only place with plural forms.

`QObject.tr` of PySide6 looks for a plural in the class of the object alone, not in its bases, so plurals live in a
class of their own that nobody derives from. The singular is a text of its own: so English needs no translation file.
"""

from __future__ import annotations

from PySide6.QtCore import QObject


class Counts(QObject):
    """Each method gives a noun phrase for `n` >= 0."""

    def brine(self, n: int) -> str:
        return self.tr("%n brine", "", n)

    def geothermal(self, n: int) -> str:
        return self.tr("%n geothermal energy", "", n)

    def lithium(self, n: int) -> str:
        return self.tr("%n lithium", "", n)

    def vp(self, n: int) -> str:
        return self.tr("%n VP", "", n)

    def points(self, n: int) -> str:
        """Victory points, spelled out for screen readers and headlines."""
        return self.tr("1 point") if n == 1 else self.tr("%n points", "", n)

    def dollars(self, n: int) -> str:
        """Money, spelled out for screen readers."""
        return self.tr("1 dollar") if n == 1 else self.tr("%n dollars", "", n)

    def damage(self, n: int) -> str:
        return self.tr("%n damage", "", n)

    def damage_does_not_fit(self, n: int) -> str:
        if n == 1:
            return self.tr("1 damage point does not fit on the plant's track: repair the plant first.")
        return self.tr("%n damage points do not fit on the plant's track: repair the plant first.", "", n)

    def repair_points(self, n: int) -> str:
        return self.tr("1 point", "of damage, repaired") if n == 1 else self.tr("%n points", "of damage, repaired", n)

    def layers(self, n: int) -> str:
        return self.tr("1 layer") if n == 1 else self.tr("%n layers", "", n)

    def rocks(self, n: int) -> str:
        return self.tr("1 rock") if n == 1 else self.tr("%n rocks", "", n)

    def ignored(self, n: int) -> str:
        return self.tr("%n ignored", "rocks", n)

    def units(self, n: int) -> str:
        return self.tr("1 unit") if n == 1 else self.tr("%n units", "", n)

    def steps(self, n: int) -> str:
        return self.tr("1 plan step") if n == 1 else self.tr("%n plan steps", "", n)

    def shares(self, n: int) -> str:
        return self.tr("1 share") if n == 1 else self.tr("%n shares", "", n)

    def shares_of(self, n: int, corporation: str) -> str:
        text = self.tr("1 {corporation} share") if n == 1 else self.tr("%n {corporation} shares", "", n)
        return text.format(corporation=corporation)

    def claims(self, n: int) -> str:
        return self.tr("1 claim") if n == 1 else self.tr("%n claims", "", n)

    def free_claims(self, n: int) -> str:
        return self.tr("1 free claim") if n == 1 else self.tr("%n free claims", "", n)

    def contracts(self, n: int) -> str:
        return self.tr("1 contract") if n == 1 else self.tr("%n contracts", "", n)

    def contract_places(self, n: int) -> str:
        return self.tr("1 place") if n == 1 else self.tr("%n places", "", n)

    def cards(self, n: int) -> str:
        return self.tr("1 card") if n == 1 else self.tr("%n cards", "", n)

    def research_cards(self, n: int) -> str:
        return self.tr("1 research card") if n == 1 else self.tr("%n research cards", "", n)

    def blind_cards(self, n: int, value: str) -> str:
        text = self.tr("1 blind {value} card") if n == 1 else self.tr("%n blind {value} cards", "", n)
        return text.format(value=value)

    def unseen_cards(self, n: int) -> str:
        """Cards that the reader may not see."""
        return self.tr("a card") if n == 1 else self.tr("%n cards", "", n)

    def tiles(self, n: int) -> str:
        return self.tr("1 tile") if n == 1 else self.tr("%n tiles", "", n)

    def engineers(self, n: int) -> str:
        return self.tr("1 engineer") if n == 1 else self.tr("%n engineers", "", n)

    def stars(self, n: int) -> str:
        return self.tr("1 star") if n == 1 else self.tr("%n stars", "", n)

    def ways(self, n: int) -> str:
        if n == 1:
            return self.tr("There is one way to use this card.")
        return self.tr("There are %n ways to use this card.", "", n)

    def more_possible(self, n: int) -> str:
        return self.tr("%n more possible.", "", n)

    def in_reach(self, n: int) -> str:
        return self.tr("%n in reach", "brine", n)

    def deeper(self, n: int) -> str:
        return self.tr("%n deeper", "brine", n)
