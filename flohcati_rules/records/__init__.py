"""Records: played games that are written, read, and replayed exactly.

`record_game` makes the record of a game, `save_record` and `read_record` write and
read its file, `replay` plays it again and refuses it at the first step that is wrong.
"""

from flohcati_rules.records.reading import parse_record, read_record
from flohcati_rules.records.record import Record, Result, Step, record_game
from flohcati_rules.records.replaying import replay
from flohcati_rules.records.writing import format_record, save_record, write_file

__all__ = [
    "Record",
    "Result",
    "Step",
    "format_record",
    "parse_record",
    "read_record",
    "record_game",
    "replay",
    "save_record",
    "write_file",
]
