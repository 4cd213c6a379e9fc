"""A terminal agent in Python that remembers. See README.md beside it.

    RECOLLECT_KEY=rec_sk_… python examples/python-agent/agent.py ada
"""

from __future__ import annotations

import os
import re
import sys
import time

from recollect import Recollect


def reply(said: str, context: str, is_known: bool) -> str:
    """Stands for a language model, so that this runs without an account. With one:

        answer = OpenAI().responses.create(model="gpt-5-mini", instructions=context, input=said)
        return answer.output_text
    """
    if "?" not in said:
        return "I will remember that."
    first = re.search(r"^\d{4}-\d{2}-\d{2} (.*)$", context, re.M)
    return f"You told me: {first[1]}" if is_known and first else "I do not know that yet."


def main() -> None:
    user = sys.argv[1] if len(sys.argv) > 1 else "ada"
    session = f"agent-{time.time_ns()}"
    with Recollect(os.environ.get("RECOLLECT_URL", "http://127.0.0.1:7326"), os.environ["RECOLLECT_KEY"]) as client:
        print("> ", end="", flush=True)
        for line in sys.stdin:
            said = line.strip()
            if said:
                # The beginning of a long message: what is searched for has to fit into a URL.
                found = client.memory.context(user_id=user, q=said[:2_000], max_tokens=500)
                answer = reply(said, found["context"], not found["abstained"])
                print(answer)
                kept = client.memory.ingest(
                    user_id=user,
                    session_id=session,
                    messages=[{"role": "user", "content": said}, {"role": "assistant", "content": answer}],
                    wait=True,
                )
                for statement in kept.get("statements", []):
                    print(f"  (remembered: {statement['content']})")
            print("> ", end="", flush=True)
    print()


if __name__ == "__main__":
    main()
