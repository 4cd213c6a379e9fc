"""The parts of the OpenAI Agents SDK that a session meets, by its documented interface."""
