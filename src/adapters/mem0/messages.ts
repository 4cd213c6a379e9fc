export interface Message {
  role: string;
  /** Null or empty if only tools are called. */
  content?: string | TextPart | TextPart[] | null;
  name?: string;
  tool_calls?: unknown;
}
interface TextPart {
  type: string;
  text?: string;
}

export interface Turn {
  role: string;
  name?: string;
  content: string;
}

/** The turns to store: all but those without text and those of the system, which are nobody's memories. A single text is a turn of the user. */
export function turnsOf(messages: string | Message | readonly Message[]): Turn[] {
  if (typeof messages === 'string') return [{ role: 'user', content: contentOf(messages, 'messages') }];
  const list = Array.isArray(messages) ? messages : [messages];
  if (list.length === 0) throw new Error('messages must not be empty');
  return list.flatMap((message: Message, i) => {
    const { role, content, name, tool_calls } = message ?? {};
    if (typeof role !== 'string' || role === '') throw new Error(`messages[${i}].role must be a string such as "user"`);
    // A missing content is a mistake, unless the message calls tools.
    const said = content ?? (content === null || tool_calls ? '' : undefined);
    if (role === 'system' || isEmpty(said)) return [];
    return [{ role, content: contentOf(said, `messages[${i}].content`), ...(name ? { name } : {}) }];
  });
}

const isEmpty = (said: unknown): boolean =>
  typeof said === 'string'
    ? said.trim() === ''
    : Array.isArray(said) && said.every((part) => part?.type === 'text' && isEmpty(part.text));

function contentOf(content: unknown, field: string): string {
  if (typeof content === 'string' && content.trim() !== '') return content;
  const parts = Array.isArray(content) ? content : [content];
  const texts = parts.map((part) => (typeof part === 'object' && part?.type === 'text' ? part.text : undefined));
  if (texts.length > 0 && texts.every((text): text is string => typeof text === 'string'))
    return texts.filter((text) => text.trim() !== '').join('\n');
  throw new Error(`${field} must be a non-empty string: images and files are not supported`);
}
