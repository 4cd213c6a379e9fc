import type { Binding, Caller } from '../features/keys/caller.js';
import { recordsWithin, userOfRecords } from '../features/keys/sql/bound.js';
import type { AnyOperation } from '../features/request.js';
import { RecollectError } from '../kernel/errors.js';
import { ID_PREFIXES, NO_ID } from '../kernel/ids.js';
import { type Line, Lines, type RecordKind } from '../kernel/operation.js';
import type { TenantDatabase } from '../storage/database.js';

type Input = Record<string, unknown>;

const FIELDS = [
  ['user_id', 'userId'],
  ['agent_id', 'agentId'],
  ['namespace', 'namespace'],
] as const;

/** What a caller is bound to. Null: it may see all of its key's data. */
const bindingOf = (caller: Caller): Binding | null => (caller.kind === 'key' ? (caller.bound ?? null) : null);

/** Why a bound key may not call the operation at all, or null. */
export function boundProblem(operation: AnyOperation, caller: Caller): RecollectError | null {
  const binding = bindingOf(caller);
  if (!binding || operation.scope === 'none') return null;
  const { bound } = operation;
  if (bound === undefined) return refused('works on more than one user, and this key is bound to one');
  const missing = bound === 'fields' ? missingField(operation, binding) : undefined;
  return missing ? refused(`has no \`${missing}\`, and this key is bound to one`) : null;
}

/** What the key is bound to and the operation does not distinguish. */
const missingField = (operation: AnyOperation, binding: Binding) =>
  FIELDS.find(([field, name]) => binding[name] !== null && !has(operation, field))?.[0];

const refused = (why: string) => new RecollectError('missing_scope', `This operation ${why}.`);
const has = ({ input }: AnyOperation, field: string) => field in input.shape;
const isGiven = (value: unknown) => value !== undefined && value !== null;

/** Adds to the input what the key is bound to. Throws 403 if the input names something else. */
export function boundInput(operation: AnyOperation, caller: Caller, input: unknown): unknown {
  const binding = bindingOf(caller);
  const { bound } = operation;
  if (!binding || bound === undefined || bound === 'itself' || typeof input !== 'object' || input === null)
    return input;
  const given = input as Input;
  if (bound === 'fields') return set(operation, binding, given);
  if ('each' in bound) return { ...given, [bound.each]: eachBound(binding, given[bound.each]) };
  const named = Object.values(bound.records).flat();
  // An operation without `user_id` does nothing without an id: its own check says what is missing.
  if (named.some((field) => isGiven(given[field])) || !has(operation, 'user_id')) return check(binding, given);
  // Whoever deletes everything of a user has to name them.
  if (operation.method === 'DELETE' && !isGiven(given.user_id)) return given;
  const missing = missingField(operation, binding);
  if (missing) throw refused(`has no \`${missing}\` without \`${named[0]}\`, and this key is bound to one`);
  return set(operation, binding, given);
}

function eachBound(binding: Binding, list: unknown): unknown {
  const one = (entry: unknown) =>
    typeof entry === 'object' && entry !== null ? { ...check(binding, entry as Input), ...valuesOf(binding) } : entry;
  if (list instanceof Lines) return new Lines(linesBound(list, one), list.hold);
  return Array.isArray(list) ? list.map(one) : list;
}

async function* linesBound(lines: Lines, one: (entry: unknown) => unknown): AsyncGenerator<Line> {
  for await (const line of lines) yield 'value' in line ? { ...line, value: one(line.value) } : line;
}

const valuesOf = (binding: Binding): Input =>
  Object.fromEntries(FIELDS.flatMap(([field, name]) => (binding[name] === null ? [] : [[field, binding[name]]])));

function set(operation: AnyOperation, binding: Binding, given: Input): Input {
  const values = Object.entries(valuesOf(binding)).filter(([field]) => has(operation, field));
  return { ...check(binding, given), ...Object.fromEntries(values) };
}

function check(binding: Binding, given: Input): Input {
  for (const [field, name] of FIELDS) {
    const wanted = binding[name];
    if (wanted === null || !isGiven(given[field]) || given[field] === wanted) continue;
    throw new RecollectError(
      'missing_scope',
      `\`${field}\` must be ${JSON.stringify(wanted)}: this key is bound to it.`,
    );
  }
  return given;
}

/** The input for the handler. An id of anything but a record within the binding becomes an id that nothing has, so the response is a 404. */
export async function ownRecords(
  operation: AnyOperation,
  caller: Caller,
  db: TenantDatabase,
  input: Input,
): Promise<Input> {
  const binding = bindingOf(caller);
  const { bound } = operation;
  if (!binding || typeof bound !== 'object' || !('records' in bound)) return input;
  const records = Object.entries(bound.records) as [RecordKind, readonly string[]][];
  const isId = (id: unknown) => typeof id === 'string';
  const own = new Set<unknown>();
  for (const [kind, fields] of records) {
    const ids = fields.map((field) => input[field]).filter(isId);
    if (ids.length === 0) continue;
    for (const id of await db.run(recordsWithin, { kind, ids, binding })) own.add(id);
  }
  const foreign = records.flatMap(([kind, fields]) =>
    fields
      .filter((field) => isId(input[field]) && !own.has(input[field]))
      .map((field) => [field, `${ID_PREFIXES[kind]}${NO_ID}`]),
  );
  return { ...input, ...Object.fromEntries(foreign) };
}

/** The user of the records that the input identifies by id, for the audit log. Null if unknown: a call must not fail because of it. */
export async function userOfInput(
  { bound }: AnyOperation,
  caller: Caller,
  db: TenantDatabase,
  input: Input,
): Promise<string | null> {
  const binding = bindingOf(caller);
  if (binding) return binding.userId;
  if (typeof bound !== 'object' || !('records' in bound)) return null;
  for (const [kind, fields] of Object.entries(bound.records) as [RecordKind, readonly string[]][]) {
    const ids = fields.map((field) => input[field]).filter((id) => typeof id === 'string');
    const user = ids.length > 0 ? await db.run(userOfRecords, { kind, ids }).catch(() => null) : null;
    if (user !== null) return user;
  }
  return null;
}
