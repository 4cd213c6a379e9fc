import type { Dialect } from './sql.js';

/** What a row of a table counts as: the size of its values, plus a flat amount for numbers, short words and index entries. */
export interface CountedTable {
  readonly name: string;
  readonly flat: number;
  readonly texts: readonly string[];
  readonly json?: readonly string[];
  readonly vectors?: readonly string[];
  /** Numeric columns, and the bytes that each unit counts as. */
  readonly numbers?: Readonly<Record<string, number>>;
  /** Columns that order the rows of a key uniquely, along an index. */
  readonly walk: readonly string[];
}

const octets = (column: string) => `octet_length(coalesce(${column}, ''))`;
/** A word is stored for keyword search; its size differs by engine, and should not differ for the key. */
const WORD_BYTES = 16;
/** A row of fourteen texts and numbers, eight index entries and the numbers that near-identical texts share. */
const MEMORY_BYTES = 1_500;

/**
 * Everything that a key stores. The words and sketches of a memory are counted with it. Tables that hold only counters are not listed: they have a
 * row per day, route or agent, not per call.
 */
export const COUNTED: readonly CountedTable[] = [
  {
    name: 'memories',
    flat: MEMORY_BYTES,
    texts: ['id', 'user_id', 'agent_id', 'namespace', 'content'],
    json: ['metadata', 'tags'],
    numbers: { terms_length: WORD_BYTES },
    walk: ['id'],
  },
  {
    name: 'memory_vectors',
    flat: 150,
    texts: ['user_id', 'model', 'memory_id'],
    vectors: ['vector'],
    walk: ['user_id', 'memory_id', 'model', 'passage'],
  },
  { name: 'memory_versions', flat: 100, texts: ['memory_id'], json: ['record'], walk: ['memory_id', 'version'] },
  { name: 'links', flat: 300, texts: ['id', 'from_id', 'to_id', 'relationship'], json: ['metadata'], walk: ['id'] },
  {
    name: 'conflicts',
    flat: 300,
    texts: ['id', 'user_id', 'agent_id', 'memory_a', 'memory_b', 'reason'],
    walk: ['id'],
  },
  {
    name: 'episodes',
    flat: 300,
    texts: ['id', 'user_id', 'agent_id', 'title'],
    json: ['metadata'],
    vectors: ['title_vector'],
    walk: ['id'],
  },
  { name: 'episode_events', flat: 200, texts: ['episode_id', 'id', 'user_id', 'type'], walk: ['episode_id', 'seq'] },
  {
    name: 'procedures',
    flat: 200,
    texts: ['id', 'user_id', 'agent_id', 'name', 'description', 'trigger_text'],
    json: ['steps'],
    walk: ['id'],
  },
  {
    name: 'procedure_versions',
    flat: 100,
    texts: ['procedure_id'],
    json: ['record'],
    walk: ['procedure_id', 'version'],
  },
  { name: 'working_sessions', flat: 100, texts: ['session_id'], walk: ['session_id'] },
  {
    name: 'working_items',
    flat: 250,
    texts: ['session_id', 'id', 'user_id', 'agent_id', 'content'],
    walk: ['session_id', 'seq'],
  },
  { name: 'emotional_records', flat: 250, texts: ['id', 'user_id', 'agent_id', 'text', 'note'], walk: ['id'] },
  { name: 'agents', flat: 150, texts: ['id', 'name', 'description'], json: ['capabilities', 'metadata'], walk: ['id'] },
  { name: 'retrievals', flat: 150, texts: ['user_id', 'agent_id'], json: ['memory_ids'], walk: ['at', 'seq'] },
  { name: 'journal', flat: 150, texts: ['user_id', 'agent_id', 'subject', 'kind'], json: ['data'], walk: ['seq'] },
  {
    name: 'subscriptions',
    flat: 250,
    texts: ['id', 'url', 'user_id', 'agent_id', 'description', 'reason', 'secret', 'previous_secret'],
    json: ['events'],
    walk: ['id'],
  },
  {
    name: 'deliveries',
    flat: 250,
    texts: ['subscription_id', 'lane', 'user_id', 'agent_id', 'subject', 'answer', 'error'],
    json: ['data'],
    walk: ['subscription_id', 'seq'],
  },
  { name: 'idempotency', flat: 200, texts: ['token', 'user_id', 'answer'], walk: ['token'] },
  { name: 'erasures', flat: 150, texts: ['id', 'sha256'], json: ['counts'], walk: ['id'] },
];

/** Columns that affect what the row counts as. */
export const countedColumns = ({ texts, json = [], vectors = [], numbers = {} }: CountedTable): string[] => [
  ...texts,
  ...json,
  ...vectors,
  ...Object.keys(numbers),
];

/** An expression for what a row counts as. It depends on the values alone, never on how they are stored, so that additions and subtractions agree. */
export function rowBytes(table: CountedTable, dialect: Dialect, row = ''): string {
  const { flat, texts, json = [], vectors = [], numbers = {} } = table;
  const at = (column: string) => `${row}${column}`;
  const whole = dialect === 'sqlite' ? octets : (column: string) => `octet_length(coalesce(${column}::text, ''))`;
  const floats = dialect === 'sqlite' ? octets : (column: string) => `coalesce(vector_dims(${column}) * 4, 0)`;
  return [
    String(flat),
    ...texts.map((column) => octets(at(column))),
    ...json.map((column) => whole(at(column))),
    ...vectors.map((column) => floats(at(column))),
    ...Object.entries(numbers).map(([column, bytes]) => `${at(column)} * ${bytes}`),
  ].join(' + ');
}
