"""Reports: what was found out, as text and as JSON. Nothing is computed here.

Each module has the reports of one thing and is imported by itself, so that a command
loads no more than it prints. What all reports share is in `page` and `wording`.
"""
