"""The parts of the OpenAI Agents SDK that a session uses, by its documented interface."""
