"""Salton Sea: components, state, rules, the automa GMI, scoring, views. Headless."""
