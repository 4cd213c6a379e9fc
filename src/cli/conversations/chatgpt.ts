import type { FoundConversation } from './found.js';
import { isRecord, type Message, messageWith } from './message.js';

/** A conversation from a ChatGPT account export: a tree of nodes, one path of which was displayed last. */
export function chatgptConversation(value: unknown): FoundConversation | null {
  if (!isRecord(value) || !isRecord(value.mapping)) return null;
  const id = value.conversation_id ?? value.id;
  const title = typeof value.title === 'string' ? value.title : '';
  const messages = pathOf(value.mapping, value.current_node).flatMap(turnOf);
  return { id: typeof id === 'string' ? id : '', title, messages };
}

/** The nodes from the root to the one displayed last; if the export does not say which that is, to the newest leaf. */
function pathOf(mapping: Record<string, unknown>, current: unknown): Record<string, unknown>[] {
  const path: Record<string, unknown>[] = [];
  const seen = new Set<unknown>();
  let at: unknown = typeof current === 'string' && current in mapping ? current : newestLeaf(mapping);
  while (typeof at === 'string' && !seen.has(at)) {
    seen.add(at);
    const node = mapping[at];
    if (!isRecord(node)) break;
    path.unshift(node);
    at = node.parent;
  }
  return path;
}

function newestLeaf(mapping: Record<string, unknown>): string | undefined {
  let [newest, newestAt]: [string | undefined, number] = [undefined, Number.NEGATIVE_INFINITY];
  for (const [id, node] of Object.entries(mapping)) {
    if (!isRecord(node) || (Array.isArray(node.children) && node.children.length > 0)) continue;
    const time = isRecord(node.message) ? Number(node.message.create_time ?? 0) : -1;
    if (time >= newestAt) [newest, newestAt] = [id, time];
  }
  return newest;
}

/** What the two said to each other: no tools, no hidden instructions, no reasoning. */
function turnOf({ message }: Record<string, unknown>): Message[] {
  if (!isRecord(message) || !isRecord(message.author) || !isRecord(message.content)) return [];
  const { role } = message.author;
  if (role !== 'user' && role !== 'assistant') return [];
  if (isRecord(message.metadata) && message.metadata.is_visually_hidden_from_conversation === true) return [];
  if (role === 'assistant' && typeof message.recipient === 'string' && message.recipient !== 'all') return [];
  if (!/^(text|multimodal_text)$/.test(String(message.content.content_type ?? 'text'))) return [];
  const parts = Array.isArray(message.content.parts) ? message.content.parts : [message.content.text];
  const texts = parts.map((part) => (isRecord(part) ? part.text : part)).filter((part) => typeof part === 'string');
  const turn = messageWith(role, texts.join('\n\n'), { at: message.create_time });
  return turn ? [turn] : [];
}
