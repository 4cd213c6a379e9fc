import type { Message } from './message.js';

/** Limits of one call of `POST /memory/ingest`. */
const MAX_MESSAGES = 100;
const LONGEST_CONTENT = 100_000;
/** Characters per call: far below the service's limit, so that no call takes long. */
const LONGEST_PART = 1_000_000;
/** The cut is made at a blank if there is one in the last tenth. */
const SEARCHED = LONGEST_CONTENT / 10;

interface Part {
  position: number;
  messages: Message[];
}

/** Splits a conversation into calls: long messages become several turns, always cut at the same places. */
export function partsOf(messages: readonly Message[]): Part[] {
  const parts: Part[] = [];
  let last: Part | undefined;
  let size = 0;
  let position = 0;
  for (const message of messages.flatMap(cut)) {
    if (!last || last.messages.length >= MAX_MESSAGES || size + message.content.length > LONGEST_PART) {
      last = { position, messages: [] };
      size = 0;
      parts.push(last);
    }
    last.messages.push(message);
    size += message.content.length;
    position++;
  }
  return parts;
}

function cut(message: Message): Message[] {
  const pieces: Message[] = [];
  let rest = message.content;
  while (rest.length > LONGEST_CONTENT) {
    const end = placeToCut(rest);
    pieces.push({ ...message, content: rest.slice(0, end).trimEnd() });
    rest = rest.slice(end).trimStart();
  }
  if (rest !== '') pieces.push({ ...message, content: rest });
  return pieces;
}

function placeToCut(text: string): number {
  for (const blank of ['\n\n', '\n', ' ']) {
    const at = text.lastIndexOf(blank, LONGEST_CONTENT - blank.length);
    if (at >= LONGEST_CONTENT - SEARCHED) return at + blank.length;
  }
  // Not inside a surrogate pair.
  return (text.charCodeAt(LONGEST_CONTENT - 1) & 0xfc00) === 0xd800 ? LONGEST_CONTENT - 1 : LONGEST_CONTENT;
}
