"""Game-independent core: the generator, the protocol of a game, the command stack. No Qt, no pydantic, no I/O."""
