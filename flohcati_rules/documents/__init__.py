"""Documents: YAML files, read strictly and with the place of everything in them.

`read_document` reads a file once, to a tree of `Node`; what reads it on (a profile,
a scenario file) asks each node for what it expects there, and raises all problems
together with `Problems.raise_as`.
"""

from flohcati_rules.documents.nodes import Node, Plain, Problems, Spot
from flohcati_rules.documents.reading import parse_document, read_document

__all__ = ["Node", "Plain", "Problems", "Spot", "parse_document", "read_document"]
