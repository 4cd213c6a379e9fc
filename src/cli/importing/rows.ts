import { isBlank } from '../../kernel/blank.js';
import { isRecord, timeOf } from '../conversations/message.js';
import { Failure } from '../failure.js';

/** Fields of a memory to which a column can be mapped. */
const FIELDS = [
  'id',
  'content',
  'user_id',
  'agent_id',
  'namespace',
  'kind',
  'tags',
  'importance',
  'created_at',
  'valid_from',
  'valid_until',
];
const TIMES = new Set(['created_at', 'valid_from', 'valid_until']);
/** Names of columns in other products. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  ...{ text: 'content', memory: 'content', note: 'content', fact: 'content', body: 'content' },
  ...{ user: 'user_id', agent: 'agent_id', date: 'created_at', created: 'created_at', timestamp: 'created_at' },
};

/** For each field, the column it comes from; `metadata.x` is a field of the metadata. */
export type Mapping = ReadonlyMap<string, string>;

/** `content=col,user_id=col`. */
export function mappingOf(text: string): Mapping {
  const mapping = new Map<string, string>();
  for (const pair of text.split(',')) {
    const [field = '', ...rest] = pair.split('=').map((part) => part.trim());
    const column = rest.join('=');
    if (field === '' || column === '')
      throw new Failure(`--map must look like content=column,user_id=column: “${pair.trim()}” does not.`);
    if (!FIELDS.includes(field) && !/^metadata\.\w+$/.test(field))
      throw new Failure(`--map has no field ${field}: the fields are ${FIELDS.join(', ')} and metadata.<name>.`);
    mapping.set(field, column);
  }
  if (!mapping.has('content')) throw new Failure('--map must say which column is the content, as content=column.');
  return mapping;
}

/** The mapping suggested by the column names. */
export function suggestedMapping(columns: readonly string[], title: string): Mapping {
  const mapping = new Map<string, string>();
  for (const column of columns) {
    const name = column.toLowerCase().replaceAll(/[\s-]+/g, '_');
    const field = FIELDS.includes(name) ? name : OTHER_NAMES[name];
    if (field !== undefined && !mapping.has(field)) mapping.set(field, column);
  }
  if (mapping.has('content')) return mapping;
  throw new Failure(
    `No column of ${title} is called content: name one with --map content=column. It has ${columns.slice(0, 12).join(', ')}.`,
  );
}

/** A row as an entry of an import. What is wrong with it is left to the service, which names the row. */
export function entryOf(row: Record<string, unknown>, mapping: Mapping): Record<string, unknown> {
  const entry: Record<string, unknown> = {};
  const metadata: Record<string, unknown> = {};
  for (const [field, column] of mapping) {
    const value = valueAt(row, column);
    if (value === undefined || value === null || value === '') continue;
    if (field.startsWith('metadata.')) metadata[field.slice('metadata.'.length)] = value;
    else entry[field] = converted(field, value);
  }
  if (typeof entry.content !== 'string' || isBlank(entry.content)) entry.content = '';
  return Object.keys(metadata).length > 0 ? { ...entry, metadata } : entry;
}

function converted(field: string, value: unknown): unknown {
  if (field === 'tags')
    return Array.isArray(value)
      ? value
      : String(value)
          .split(/[,;]/)
          .map((tag) => tag.trim())
          .filter(Boolean);
  if (field === 'importance') return numberOf(value) ?? value;
  if (TIMES.has(field)) return isoTimeOf(value) ?? value;
  return typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Not as a number: one of early 1970 would be taken for seconds. */
function isoTimeOf(value: unknown): string | undefined {
  const date = new Date(timeOf(value) ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

const numberOf = (value: unknown): number | undefined =>
  typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : undefined;

/** In lines of JSON a column may be nested: `author.name`. */
function valueAt(row: Record<string, unknown>, column: string): unknown {
  if (column in row) return row[column];
  let at: unknown = row;
  for (const name of column.split('.')) at = isRecord(at) ? at[name] : undefined;
  return at;
}
