import type { FoundConversation } from './found.js';
import { isRecord, type Message, messageWith, textOf } from './message.js';

/** A conversation from a Claude account export. */
export function claudeConversation(value: unknown): FoundConversation | null {
  if (!isRecord(value) || !Array.isArray(value.chat_messages)) return null;
  const id = typeof value.uuid === 'string' ? value.uuid : '';
  return { id, title: typeof value.name === 'string' ? value.name : '', messages: value.chat_messages.flatMap(turnOf) };
}

function turnOf(entry: unknown): Message[] {
  if (!isRecord(entry)) return [];
  const role = entry.sender === 'human' ? 'user' : entry.sender === 'assistant' ? 'assistant' : null;
  if (!role) return [];
  // `text` repeats the blocks, with a placeholder for each block that is not text.
  const blocks = textOf(entry.content);
  const files = [...listOf(entry.attachments), ...listOf(entry.files)].flatMap(({ file_name }) =>
    typeof file_name === 'string' && file_name !== '' ? [`[attached: ${file_name}]`] : [],
  );
  const text = [blocks || (typeof entry.text === 'string' ? entry.text : ''), ...files].join('\n\n');
  const turn = messageWith(role, text, { at: entry.created_at });
  return turn ? [turn] : [];
}

const listOf = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isRecord) : []);
