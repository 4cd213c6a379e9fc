import { canonicalJson } from '../../kernel/canonical-json.js';
import type { SqlValue } from '../sql.js';
import { encodeVector, fromVectorColumn } from '../vectors.js';

/** PostgreSQL's name for the type of a column. */
export type PgType = string;

/** Converts a value from SQLite to what PostgreSQL accepts. */
export function toPostgres(type: PgType, value: unknown): SqlValue {
  if (value === null || value === undefined) return null;
  if (type === 'halfvec') return encodeVector('postgres', fromVectorColumn(value));
  return value as SqlValue;
}

/** One text for equal values, whichever engine they come from. SQLite stores JSON as text, PostgreSQL returns it parsed. */
export function canonical(engine: 'sqlite' | 'postgres', type: PgType, value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (type === 'halfvec') return Buffer.from(toPostgres(type, value) as Uint8Array).toString('base64');
  if (type === 'jsonb') return canonicalJson(engine === 'sqlite' ? JSON.parse(value as string) : value);
  if (type === '_int8' || type === '_int2') return JSON.stringify((value as unknown[]).map(String));
  if (type === 'int8' || type === 'float8') return JSON.stringify(Number(value));
  return JSON.stringify(value);
}
