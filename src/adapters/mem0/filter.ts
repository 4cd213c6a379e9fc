import type { MemoryListInput } from '../../client/index.js';
import { comparisonsOf, holds, holdsAmong, OPERATORS } from './compare.js';
import { ENTITIES, type EntityName } from './entities.js';
import type { Memory } from './memory.js';
import { camelCase, objectOf } from './options.js';
import { anyOf, LONGEST_TAG, type Scope, within } from './scope.js';
import { timeOf } from './time.js';

/** A filter decides on each memory; its scopes say where to look for those that pass. */
export interface Filter {
  test(memory: Memory): boolean;
  scopes: Scope[];
}

export const all = (filters: readonly Filter[]): Filter => ({
  test: (memory) => filters.every((filter) => filter.test(memory)),
  scopes: filters.reduce<Scope[]>((scopes, filter) => within(scopes, filter.scopes), [{}]),
});

const any = (filters: readonly Filter[]): Filter => ({
  test: (memory) => filters.some((filter) => filter.test(memory)),
  scopes: anyOf(filters.flatMap((filter) => filter.scopes)),
});

const none = (filters: readonly Filter[]): Filter => ({
  test: (memory) => !filters.some((filter) => filter.test(memory)),
  scopes: [{}],
});

const COMBINATIONS = new Map([
  ['AND', all],
  ['OR', any],
  ['NOT', none],
]);

/** `{user_id: 'ada', AND: [{created_at: {gte: '2025-01-01'}}, {OR: […]}]}`: every condition in it must hold. */
export function filterOf(given: unknown): Filter {
  const parts = Object.entries(objectOf('filters', given)).map(([name, wanted]) => {
    const combine = COMBINATIONS.get(name);
    if (!combine) return conditionOf(name, wanted);
    const list = Array.isArray(wanted) ? wanted : [wanted];
    if (list.length === 0) throw new Error(`filters: ${name} takes a non-empty list of conditions`);
    return combine(list.map(filterOf));
  });
  return all(parts);
}

type Reading = (memory: Memory) => unknown;
const TIMES = new Map<string, Reading>([
  ['createdAt', ({ createdAt }) => createdAt],
  ['timestamp', ({ createdAt }) => createdAt],
  ['updatedAt', ({ updatedAt }) => updatedAt],
  ['expirationDate', ({ expirationDate }) => expirationDate],
]);
const TEXTS = new Map<string, Reading>([
  ['keywords', ({ memory }) => memory],
  ['memoryIds', ({ id }) => id],
]);

/** The condition on one field. A name that is not a field of a memory is a key of its metadata. */
export function conditionOf(name: string, wanted: unknown): Filter {
  const field = camelCase(name);
  const entity = ENTITIES.find((one) => one === field);
  if (entity)
    return condition(
      name,
      wanted,
      (memory) => memory[entity],
      (value) => ofEntity(entity, value),
    );
  const time = TIMES.get(field);
  if (time) return ofTime(name, wanted, time);
  const text = TEXTS.get(field);
  if (text) return condition(name, wanted, text);
  if (field === 'categories') return condition(name, wanted, ({ categories }) => categories, ofCategory, holdsAmong);
  if (field === 'metadata')
    return all(
      Object.entries(objectOf('filters: metadata', wanted)).map(([key, value]) => ofMetadata(key, exactly(value))),
    );
  return ofMetadata(name, wanted);
}

type Narrowing = (value: unknown) => Scope[];

function condition<Held>(
  name: string,
  wanted: unknown,
  read: (memory: Memory) => Held,
  narrow: Narrowing = () => [{}],
  compare: (operator: string, held: Held, operand: unknown) => boolean = holds,
): Filter {
  const comparisons = comparisonsOf(name, wanted);
  return all(
    comparisons.map(([operator, operand]) => ({
      test: (memory) => compare(operator, read(memory), operand),
      scopes:
        operator === 'eq' ? narrow(operand) : operator === 'in' ? anyOf((operand as unknown[]).flatMap(narrow)) : [{}],
    })),
  );
}

function ofEntity(name: EntityName, value: unknown): Scope[] {
  if (typeof value !== 'string') return [{}];
  if (name === 'userId') return [{ user_id: value }];
  if (name === 'agentId') return [{ agent_id: value }];
  return [{ metadata: { [name === 'appId' ? 'app_id' : 'run_id']: value } }];
}

type Category = NonNullable<MemoryListInput['category']>;
const CATEGORIES = 'preferences people tasks events technical commerce location health facts'.split(' ') as Category[];

function ofCategory(value: unknown): Scope[] {
  // Tags are sent as a comma-separated list.
  if (typeof value !== 'string' || value.includes(',') || value.length > LONGEST_TAG || value === '') return [{}];
  const own = CATEGORIES.find((one) => one === value);
  return [{ tags: [value] }, ...(own ? [{ category: own }] : [])];
}

function ofMetadata(key: string, wanted: unknown): Filter {
  // Fractional numbers are not written the same way everywhere.
  const asText = (value: unknown) =>
    typeof value === 'string' || typeof value === 'boolean' || Number.isSafeInteger(value);
  const read = ({ metadata }: Memory) => (Object.hasOwn(metadata, key) ? metadata[key] : undefined);
  return condition(key, wanted, read, (value) => (asText(value) ? [{ metadata: { [key]: String(value) } }] : [{}]));
}

/** Under `metadata`, an object without comparisons is the value itself. */
const exactly = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Object.keys(value).some((name) => OPERATORS.includes(name))
    ? { eq: value }
    : value;

function ofTime(name: string, wanted: unknown, read: Reading): Filter {
  const instant = (value: unknown) =>
    value === null || value === undefined ? null : timeOf(`filters: ${name}`, value);
  const comparisons = comparisonsOf(name, wanted).map(([operator, operand]) => {
    const times = operator === '*' ? null : Array.isArray(operand) ? operand.map(instant) : instant(operand);
    // The reported creation time is never later than the time of storing.
    const after = camelCase(name) !== 'updatedAt' && camelCase(name) !== 'expirationDate' && /^gte?$/.test(operator);
    return {
      test: (memory: Memory) => holds(operator, instant(read(memory)), times),
      scopes: after && typeof times === 'number' ? [{ created_after: times - 1 }] : [{}],
    };
  });
  return all(comparisons);
}
