import assert from 'node:assert/strict';
import type {
  MemoryBatchResponse as BatchResponse,
  Memory as MemoryRecord,
  MemoryRetrieveResponse as RetrieveResponse,
  MemoryStoreResponse as StoreResponse,
} from '../src/client/generated.js';
import { bodyOf, expectTimestamp } from './expect.js';
import { type CallResponse, call, type Json, type QueryValue } from './support.js';

export type { BatchResponse, MemoryRecord, RetrieveResponse, StoreResponse };
export type RankedMemory = RetrieveResponse['results'][number];
export type BatchResult = BatchResponse['results'][number];

export const KINDS = ['semantic', 'episodic', 'procedural', 'working', 'emotional'];
export const OUTCOMES = ['success', 'failure', 'unknown'];
export const CATEGORIES = 'preferences people tasks events technical commerce location health facts other'.split(' ');

const isNumberWithin = (low: number, high: number) => (value: unknown) =>
  typeof value === 'number' && value >= low && value <= high;
const isString = (value: unknown) => typeof value === 'string';
const isBoolean = (value: unknown) => typeof value === 'boolean';
const isTime = (value: unknown) => Number.isInteger(value) && (value as number) > 1e11;
const isTimeOrNull = (value: unknown) => value === null || isTime(value);

const RECORD_FIELDS: Record<keyof MemoryRecord, (value: unknown) => boolean> = {
  id: (value) => /^mem_./.test(String(value)),
  user_id: isString,
  agent_id: isString,
  kind: (value) => KINDS.includes(value as string),
  content: isString,
  metadata: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  namespace: isString,
  importance: isNumberWithin(0, 10),
  importance_estimated: isBoolean,
  tags: (value) => Array.isArray(value) && value.every(isString),
  outcome: (value) => OUTCOMES.includes(value as string),
  outcome_score: isNumberWithin(0, 1),
  category: (value) => CATEGORIES.includes(value as string),
  embedded: isBoolean,
  valid_from: isTimeOrNull,
  valid_until: isTimeOrNull,
  expires_at: isTimeOrNull,
  verified_at: isTimeOrNull,
  retrieval_count: (value) => Number.isInteger(value) && (value as number) >= 0,
  last_retrieved_at: isTimeOrNull,
  superseded_by: (value) => value === null || isString(value),
  risk: isNumberWithin(0, 1),
  created_at: isTime,
  updated_at: isTime,
};

/** Every field of the record is present and of its type, and those given in `expected` have their values. */
export function expectMemory(record: MemoryRecord, expected: Partial<Record<keyof MemoryRecord, unknown>> = {}): void {
  for (const [field, holds] of Object.entries(RECORD_FIELDS)) {
    const value = record[field as keyof MemoryRecord];
    assert.ok(holds(value), `${field} of a memory is ${JSON.stringify(value)}`);
  }
  for (const [field, value] of Object.entries(expected)) {
    assert.deepEqual(record[field as keyof MemoryRecord], value, field);
  }
}

export const expectFreshTimes = (record: MemoryRecord): void => {
  expectTimestamp(record.created_at, 'created_at');
  expectTimestamp(record.updated_at, 'updated_at');
};

/** The memory operations as one key calls them. The short forms require success and return the body. */
export function memoryOf(key: string) {
  const tryStore = (body: Json, headers?: Record<string, string>): Promise<CallResponse<StoreResponse>> =>
    call('POST', '/memory/store', { key, body, headers });
  const tryRetrieve = (query: Record<string, QueryValue>): Promise<CallResponse<RetrieveResponse>> =>
    call('GET', '/memory/retrieve', { key, query });
  const tryBatch = (memories: unknown): Promise<CallResponse<BatchResponse>> =>
    call('POST', '/memory/batch', { key, body: { memories } });
  const tryForget = (query: Record<string, QueryValue>): Promise<CallResponse<{ deleted: number }>> =>
    call('DELETE', '/memory/forget', { key, query });
  const tryGet = (id: string): Promise<CallResponse<MemoryRecord>> => call('GET', `/memory/${id}`, { key });
  const tryPatch = (id: string, body: Json): Promise<CallResponse<MemoryRecord>> =>
    call('PATCH', `/memory/${id}`, { key, body });
  const tryHistory = (id: string): Promise<CallResponse> => call('GET', `/memory/${id}/history`, { key });
  const tryList = (query: Record<string, QueryValue>): Promise<CallResponse> => call('GET', '/memory', { key, query });
  return {
    tryStore,
    tryRetrieve,
    tryBatch,
    tryForget,
    tryGet,
    tryPatch,
    tryHistory,
    tryList,
    store: async (body: Json) => bodyOf(await tryStore(body), 201),
    retrieve: async (query: Record<string, QueryValue>) => bodyOf(await tryRetrieve(query), 200),
    batch: async (memories: unknown) => bodyOf(await tryBatch(memories), 201),
    forget: async (query: Record<string, QueryValue>) => bodyOf(await tryForget(query), 200),
    get: async (id: string) => bodyOf(await tryGet(id), 200),
    patch: async (id: string, body: Json) => bodyOf(await tryPatch(id, body), 200),
    history: async (id: string) => bodyOf(await tryHistory(id), 200),
    list: async (query: Record<string, QueryValue>) => bodyOf(await tryList(query), 200),
  };
}
export type MemoryClient = ReturnType<typeof memoryOf>;

export const contentsOf = (memories: readonly { content: string }[]): string[] =>
  memories.map((memory) => memory.content).sort();
