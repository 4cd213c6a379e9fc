import type { Binding, Caller } from '../features/keys/caller.js';
import { type Owner, ownersOf } from '../features/keys/sql/bound.js';
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
  const missing =
    bound === 'fields' ? FIELDS.find(([field, name]) => binding[name] !== null && !has(operation, field)) : null;
  return missing ? refused(`has no \`${missing[0]}\`, and this key is bound to one`) : null;
}

const refused = (why: string) => new RecollectError('missing_scope', `This operation ${why}.`);
const has = ({ input }: AnyOperation, field: string) => field in input.shape;

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
  if (named.every((field) => given[field] === undefined)) return set(operation, binding, given);
  return check(binding, given);
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
    if (wanted === null || given[field] === undefined || given[field] === null || given[field] === wanted) continue;
    throw new RecollectError(
      'missing_scope',
      `\`${field}\` must be ${JSON.stringify(wanted)}: this key is bound to it.`,
    );
  }
  return given;
}

/**
 * The input for the handler. The id of a record outside the binding becomes an id that nothing has, so the response is the same as for an
 * unknown id.
 */
export async function ownRecords(
  operation: AnyOperation,
  caller: Caller,
  db: TenantDatabase,
  input: Input,
): Promise<Input> {
  const binding = bindingOf(caller);
  const { bound } = operation;
  if (!binding || typeof bound !== 'object' || !('records' in bound)) return input;
  let own = input;
  for (const [kind, fields] of Object.entries(bound.records) as [RecordKind, readonly string[]][]) {
    const ids = fields.map((field) => input[field]).filter((id): id is string => typeof id === 'string');
    const owners = ids.length > 0 ? await db.run(ownersOf, { kind, ids }) : [];
    const foreign = new Set(owners.filter((owner) => !isWithin(binding, owner)).map(({ id }) => id));
    for (const field of fields) {
      if (foreign.has(input[field] as string)) own = { ...own, [field]: `${ID_PREFIXES[kind]}${NO_ID}` };
    }
  }
  return own;
}

const isWithin = ({ userId, agentId, namespace }: Binding, owner: Owner) =>
  owner.user_id === userId &&
  (agentId === null || owner.agent_id === agentId) &&
  (namespace === null || owner.namespace === namespace);
