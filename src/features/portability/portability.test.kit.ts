import assert from 'node:assert/strict';
import type { TestService } from '../../../test/support/service.js';

export type Entry = Record<string, unknown>;
export interface Exported {
  count: number;
  memories: Entry[];
  links: Entry[];
}
export interface ImportResponse {
  imported: number;
  skipped: number;
  duplicates: number;
  links: number;
  counts: Record<string, { imported: number; duplicates: number; errors: number }>;
  error_count: number;
  errors: { index: number; message: string }[];
}

export async function exported(
  service: TestService,
  key: string,
  query: Record<string, string> = {},
): Promise<Exported> {
  const { status, body } = await service.call('GET', '/memory/export', { key, query });
  assert.equal(status, 200);
  return body;
}

export async function exportText(service: TestService, key: string, format: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}` };
  return (await fetch(`${service.url}/memory/export?format=${format}`, { headers })).text();
}

export async function imported(service: TestService, key: string, body: Entry): Promise<ImportResponse> {
  const response = await service.call('POST', '/memory/import', { key, body });
  assert.equal(response.status, 201, JSON.stringify(response.body));
  return response.body;
}

export const sendLines = (service: TestService, key: string, text: string, query = '') =>
  service.call('POST', `/memory/import${query}`, {
    key,
    body: text,
    headers: { 'content-type': 'application/x-ndjson' },
  });

export const linesOf = (entries: readonly unknown[]) => entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');

/** Each with its own agent: under one agent they would contradict each other. */
export const many = (count: number, rest: Entry = {}): Entry[] =>
  Array.from({ length: count }, (_, i) => ({
    user_id: 'ada',
    agent_id: `agent ${i}`,
    content: `Fact number ${i}`,
    ...rest,
  }));
