/** What a response quotes: it must not be replayed once one of these is forgotten. */
export interface Quoted {
  /** Ids of all records that it names. */
  ids: string[];
  /** Those of memories whose text it holds. */
  memories: string[];
}

/** Fields that hold a caller's words, or words made from them. */
const TEXTS = new Set([
  ...['content', 'existing_content', 'summary', 'title', 'text', 'note', 'reason', 'part', 'label'],
  ...['description', 'trigger', 'steps', 'metadata'],
]);
const ID = /(^|_)ids?$|^(from|to|near_duplicate_of)$/;
/** Names that callers choose: they are no records. */
const NAMES = new Set(['user_id', 'agent_id', 'session_id']);

const isFilled = (value: unknown) =>
  typeof value === 'string'
    ? value !== ''
    : typeof value === 'object' && value !== null && Object.keys(value).length > 0;

/** Of a response without a text: nothing. */
export function quotedIn(body: unknown): Quoted {
  const [ids, memories] = [new Set<string>(), new Set<string>()];
  let hasText = false;
  const read = (value: unknown): void => {
    if (Array.isArray(value)) for (const entry of value) read(entry);
    if (Array.isArray(value) || typeof value !== 'object' || value === null) return;
    for (const [name, field] of Object.entries(value)) {
      if (TEXTS.has(name) && isFilled(field)) hasText = true;
      if (ID.test(name) && !NAMES.has(name)) {
        for (const id of Array.isArray(field) ? field : [field]) if (typeof id === 'string') ids.add(id);
      }
      if (name !== 'metadata') read(field); // the caller's own: names in it mean nothing here
    }
    if ('content' in value && 'id' in value && typeof value.id === 'string') memories.add(value.id);
  };
  read(body);
  return hasText ? { ids: [...ids], memories: [...memories] } : { ids: [], memories: [] };
}
