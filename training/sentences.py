"""The sentences of a turn, split approximately as the service does (src/text/sentences.ts)."""
import re

END = re.compile(r"(?<=[.!?…])[\"'”’)]*\s+(?=[\"'“‘(]?[A-ZÀ-ÝÄÖÜ0-9¿¡])")
SHORT = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|Prof|St|No|Nr|approx|ca|e\.g|i\.e|z\.B|a\.m|p\.m)\.$")


def sentences_of(text):
    parts = []
    for part in END.split(text.strip()):
        if parts and SHORT.search(parts[-1]):
            parts[-1] += " " + part
        elif part:
            parts.append(part)
    return parts
