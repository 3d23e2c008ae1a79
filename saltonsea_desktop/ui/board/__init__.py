"""The table as a graphics scene: pieces, regions, mouse. It draws a view and emits intents; it decides nothing."""
