"""The automa GMI: rules of the game (GMI-1 to GMI-28), not an AI."""
