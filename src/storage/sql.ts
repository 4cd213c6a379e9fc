/** SQL as values: text and parameters travel together, so no value is ever spliced into a statement. */
export type Dialect = 'sqlite' | 'postgres';
export type SqlValue = string | number | bigint | null | Uint8Array | readonly string[];

export class Sql {
  constructor(
    readonly parts: readonly string[],
    readonly values: readonly SqlValue[],
  ) {}
}

type Slot = SqlValue | Sql | undefined;

/** sql`select * from t where a = ${value} and ${fragment}` */
export function sql(strings: TemplateStringsArray, ...slots: Slot[]): Sql {
  const parts: string[] = [strings[0] ?? ''];
  const values: SqlValue[] = [];
  slots.forEach((slot, i) => {
    const after = strings[i + 1] ?? '';
    if (slot instanceof Sql) {
      parts[parts.length - 1] += slot.parts[0] ?? '';
      for (let p = 1; p < slot.parts.length; p++) parts.push(slot.parts[p] ?? '');
      values.push(...slot.values);
      parts[parts.length - 1] += after;
    } else {
      values.push(slot ?? null);
      parts.push(after);
    }
  });
  return new Sql(parts, values);
}

/** Trusted text only: column names and keywords out of our own code. */
export const raw = (text: string) => new Sql([text], []);

export function join(fragments: readonly Sql[], separator = ', '): Sql {
  if (fragments.length === 0) return raw('');
  return fragments.reduce((all, next) => sql`${all}${raw(separator)}${next}`);
}

export const and = (conditions: readonly Sql[]): Sql => (conditions.length ? join(conditions, ' and ') : raw('1 = 1'));

/** `(?, ?, …)` rows of an insert. Built in one pass: a batch of 100 has thousands of values. */
export function rows(values: readonly (readonly SqlValue[])[]): Sql {
  const parts = [''];
  const flat: SqlValue[] = [];
  values.forEach((row, r) => {
    parts[parts.length - 1] += r ? ', (' : '(';
    row.forEach((value, c) => {
      flat.push(value);
      parts.push(c === row.length - 1 ? ')' : ', ');
    });
  });
  return new Sql(parts, flat);
}

/** `column in (the list)`; one statement text whatever the length, so it is prepared once. */
export function among(dialect: Dialect, column: string, list: readonly string[]): Sql {
  return dialect === 'sqlite'
    ? sql`${raw(column)} in (select value from json_each(${JSON.stringify(list)}))`
    : sql`${raw(column)} = any(${list}::text[])`;
}

/** A column that only checks what ids have found: SQLite's planner would rather walk an index on it than look the ids up. */
export const byIdOnly = (dialect: Dialect, column: string): Sql => raw(dialect === 'sqlite' ? `+${column}` : column);

/** Keeps a row that is read from being changed by others until the transaction ends; SQLite has one writer anyway. */
export const forUpdate = (dialect: Dialect): Sql => raw(dialect === 'postgres' ? ' for update' : '');

export function render(query: Sql, dialect: Dialect): string {
  if (dialect === 'sqlite') return query.parts.join('?');
  let text = query.parts[0] ?? '';
  for (let i = 1; i < query.parts.length; i++) text += `$${i}${query.parts[i]}`;
  return text;
}
