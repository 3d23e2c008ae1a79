"""The tests mirror the package; `tests/laws/` holds the property tests, `tests/fixtures/` recorded games."""
