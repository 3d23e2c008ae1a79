"""A game being played: seats, the command stack, undo rules, the log. No Qt."""
