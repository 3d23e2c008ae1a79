"""Files: saves, settings, folders. pydantic validates at this border, imported when a file is read."""
