"""The rules, one module per chapter of the rulebook. Functions act on a State in place and report events.

Conventions: `s` the state, `c` the acting company, `t` the tables, `e` the effect, `ev` the list that collects events
or None in search. `start_*` begins an action whose possibility was checked, `legal_*` lists answers to a choice in
`rank` order, `resolve_*` carries an answer out after its frame was popped.
"""
