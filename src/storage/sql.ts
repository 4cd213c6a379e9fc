/** SQL as values: text and parameters travel together, so no value is ever spliced into a statement. */
export type Dialect = 'sqlite' | 'postgres';
export type SqlValue = string | number | bigint | null | Uint8Array | readonly string[];

export class Sql {
  constructor(
    readonly parts: readonly string[],
    readonly values: readonly SqlValue[],
  ) {}
}

/** What may be interpolated into a statement. */
export type Slot = SqlValue | Sql | undefined;

/** The last result of one place in our code: the text of the fragment in each slot (null: a value), and the assembled text. */
interface Woven {
  fragments: readonly (readonly string[] | null)[];
  parts: readonly string[];
}
const woven = new WeakMap<TemplateStringsArray, Woven>();

/**
 * sql`select * from t where a = ${value} and ${fragment}`
 * The same place with the same fragments returns the same `parts`, so that anything derived from a statement's text is computed once.
 */
export function sql(strings: TemplateStringsArray, ...slots: Slot[]): Sql {
  const values: SqlValue[] = [];
  let plain = true;
  for (const slot of slots) {
    if (slot instanceof Sql) {
      plain = false;
      for (const value of slot.values) values.push(value);
    } else values.push(slot ?? null);
  }
  if (plain) return new Sql(strings, values);
  const last = woven.get(strings);
  if (last && slots.every((slot, i) => (slot instanceof Sql ? slot.parts : null) === last.fragments[i]))
    return new Sql(last.parts, values);
  const parts = weave(strings, slots);
  woven.set(strings, { fragments: slots.map((slot) => (slot instanceof Sql ? slot.parts : null)), parts });
  return new Sql(parts, values);
}

function weave(strings: TemplateStringsArray, slots: readonly Slot[]): string[] {
  const parts: string[] = [strings[0] ?? ''];
  slots.forEach((slot, i) => {
    const after = strings[i + 1] ?? '';
    if (slot instanceof Sql) {
      parts[parts.length - 1] += slot.parts[0] ?? '';
      for (let p = 1; p < slot.parts.length; p++) parts.push(slot.parts[p] ?? '');
      parts[parts.length - 1] += after;
    } else parts.push(after);
  });
  return parts;
}

/** Texts that `raw` has seen; they come from our code, so there are few. */
const RAW_CAP = 2_000;
const raws = new Map<string, Sql>();

/** Trusted text only: column names and keywords from our own code. */
export function raw(text: string): Sql {
  const known = raws.get(text);
  if (known) return known;
  if (raws.size >= RAW_CAP) raws.clear();
  const made = new Sql([text], []);
  raws.set(text, made);
  return made;
}

export function join(fragments: readonly Sql[], separator = ', '): Sql {
  if (fragments.length === 0) return raw('');
  const parts = [''];
  const values: SqlValue[] = [];
  fragments.forEach((fragment, i) => {
    parts[parts.length - 1] += (i ? separator : '') + (fragment.parts[0] ?? '');
    for (let p = 1; p < fragment.parts.length; p++) parts.push(fragment.parts[p] ?? '');
    for (const value of fragment.values) values.push(value);
  });
  return new Sql(parts, values);
}

export const and = (conditions: readonly Sql[]): Sql => (conditions.length ? join(conditions, ' and ') : raw('1 = 1'));

/** Shapes of `rows` whose text is cached: single rows and the sizes that small batches repeat. At most 100 KB each. */
const SHAPE_CAP = 200;
const SHAPE_VALUES = 10_000;
const shapes = new Map<number, readonly string[]>();

/** `(?, ?, …)` rows of an insert, all of the same length. */
export function rows(values: readonly (readonly SqlValue[])[]): Sql {
  const columns = values[0]?.length ?? 0;
  const flat: SqlValue[] = [];
  for (const row of values) for (const value of row) flat.push(value);
  const shape = values.length * 1_000 + columns;
  let parts = shapes.get(shape);
  if (!parts) {
    const row = columns ? `(?${', ?'.repeat(columns - 1)})` : '()';
    parts = Array<string>(values.length).fill(row).join(', ').split('?');
    if (flat.length <= SHAPE_VALUES) {
      if (shapes.size >= SHAPE_CAP) shapes.clear();
      shapes.set(shape, parts);
    }
  }
  return new Sql(parts, flat);
}

/** `column in (the list)`; the statement's text does not depend on the length, so it is prepared once. */
export function among(dialect: Dialect, column: string, list: readonly string[]): Sql {
  return dialect === 'sqlite'
    ? sql`${raw(column)} in (select value from json_each(${JSON.stringify(list)}))`
    : sql`${raw(column)} = any(${list}::text[])`;
}

export function amongNumbers(dialect: Dialect, column: string, list: readonly number[]): Sql {
  return dialect === 'sqlite'
    ? sql`${raw(column)} in (select value from json_each(${JSON.stringify(list)}))`
    : sql`${raw(column)} = any(${list.map(String)}::bigint[])`;
}

/** A column that only checks rows found by id: SQLite's planner would rather scan an index on it than look up the ids. */
export const byIdOnly = (dialect: Dialect, column: string): Sql => raw(dialect === 'sqlite' ? `+${column}` : column);

/**
 * Looks up rows of a table for each preceding row. PostgreSQL has no statistics for a key that is new in an old table and assumes that it has one
 * memory; a plain join then reads all memories of the key for each row. Behind `offset 0` it has to use the whole condition.
 */
export function lookUp(dialect: Dialect, kind: 'inner' | 'left', table: string, alias: string, where: Sql): Sql {
  const [join, of, as] = [raw(`${kind} join`), raw(`${table} ${alias}`), raw(alias)];
  return dialect === 'sqlite'
    ? sql`${join} ${of} on ${where}`
    : sql`${join} lateral (select * from ${of} where ${where} offset 0) ${as} on true`;
}

/** Locks a row against changes by others until the transaction ends; SQLite has one writer anyway. */
export const forUpdate = (dialect: Dialect): Sql => raw(dialect === 'postgres' ? ' for update' : '');

const rendered = {
  sqlite: new WeakMap<readonly string[], string>(),
  postgres: new WeakMap<readonly string[], string>(),
};

export function render({ parts }: Sql, dialect: Dialect): string {
  let text = rendered[dialect].get(parts);
  if (text === undefined) {
    text = dialect === 'sqlite' ? parts.join('?') : numbered(parts);
    rendered[dialect].set(parts, text);
  }
  return text;
}

function numbered(parts: readonly string[]): string {
  let text = parts[0] ?? '';
  for (let i = 1; i < parts.length; i++) text += `$${i}${parts[i]}`;
  return text;
}
