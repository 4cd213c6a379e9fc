import assert from 'node:assert/strict';
import { SECOND } from '../../src/kernel/clock.js';
import type { TestClock } from '../../test/support/clock.js';
import type { CallOptions, CallResponse } from '../../test/support/service.js';

/** A memory as the model knows it: only the fields it predicts. */
export interface ModelMemory {
  id: string;
  user: string;
  agent: string;
  namespace: string;
  kind: string;
  /** Null if the service wrote it (a summary). */
  content: string | null;
  tags: string[];
  metadata: Record<string, unknown>;
  importance: number;
  /** The importance was not given. */
  estimated: boolean;
  outcome: string;
  score: number;
  expiresAt: number | null;
  verifiedAt: number | null;
  versions: number;
  /** The scope and text that it represents: storing the same text again returns this memory. */
  standsFor: string | null;
  retrievedAt: number | null;
  embedded: boolean;
  createdAt: number;
}
interface ModelEpisode {
  id: string;
  user: string | null;
  agent: string;
  open: boolean;
  /** Ids of events, in order. */
  events: { id: string; seq: number }[];
  lastSeq: number;
  summaryId: string | null;
  auto: boolean;
}
interface ModelLink {
  id: string;
  from: string;
  to: string;
  relationship: string;
  automatic: boolean;
}
interface ModelProcedure {
  id: string;
  user: string | null;
  agent: string;
  name: string;
  steps: string[];
  version: number;
  successes: number;
  failures: number;
}
interface ModelItem {
  content: unknown;
  user: string;
  agent: string;
  expiresAt: number;
}

/** What a key must hold after the operations so far. The newest is last everywhere. */
export class World {
  memories: ModelMemory[] = [];
  episodes: ModelEpisode[] = [];
  links: ModelLink[] = [];
  procedures: ModelProcedure[] = [];
  sessions = new Map<string, ModelItem[]>();
  /** Ids that once existed, for queries about what is gone. */
  gone: string[] = [];

  isOver = (memory: ModelMemory, now: number) => memory.expiresAt !== null && memory.expiresAt <= now;

  memory(id: string, now: number): ModelMemory | undefined {
    return this.memories.find((memory) => memory.id === id && !this.isOver(memory, now));
  }

  /** Removes memories and what depends on them: links, procedures, places in episodes, summaries that have nothing left to summarize. */
  remove(ids: readonly string[]): void {
    const out = new Set(ids);
    this.gone.push(...ids);
    this.memories = this.memories.filter(({ id }) => !out.has(id));
    this.links = this.links.filter(({ from, to }) => !out.has(from) && !out.has(to));
    this.procedures = this.procedures.filter(({ id }) => !out.has(id));
    for (const episode of this.episodes) {
      if (episode.summaryId && out.has(episode.summaryId)) Object.assign(episode, { summaryId: null, auto: false });
      const left = episode.events.filter(({ id }) => !out.has(id));
      if (left.length === episode.events.length) continue;
      episode.events = left;
      const summary = this.memories.find(({ id }) => id === episode.summaryId);
      if (!summary || !episode.auto) continue;
      if (left.length === 0) this.remove([summary.id]);
      else Object.assign(summary, { content: null, embedded: false, versions: 1 });
    }
  }
}

/** The service as one key sees it, and the clock that both use. */
export interface Real {
  clock: TestClock;
  call(method: string, path: string, options?: CallOptions): Promise<CallResponse>;
}

export const now = (real: Real) => real.clock.now();
/** Newest first; ties within a millisecond are broken by id. */
export const newestFirst = (memories: readonly ModelMemory[]) =>
  [...memories].sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)).map(({ id }) => id);
export const at = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];
export const expiry = (real: Real, ttl: number | undefined) =>
  ttl === undefined ? null : now(real) + Math.round(ttl * SECOND);

/** What is given, as a query. */
export const queryOf = (given: Record<string, string | number | undefined>) =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
/** Whether a record is the user's and the agent's, as far as they are given. */
export const owns = (
  given: { user_id?: string | undefined; agent_id?: string | undefined },
  { user, agent }: { user: string | null; agent: string },
) =>
  (given.user_id === undefined || user === given.user_id) && (given.agent_id === undefined || agent === given.agent_id);

export function expectStatus(response: CallResponse, status: number): void {
  assert.equal(response.status, status, `returned ${response.status}: ${JSON.stringify(response.body).slice(0, 300)}`);
}

/** Compares a record with the model, where the model is stricter than the schema. */
export function expectRecord(record: Record<string, unknown>, memory: ModelMemory): void {
  const returned = {
    ...{ id: record.id, user_id: record.user_id, agent_id: record.agent_id, namespace: record.namespace },
    ...{ kind: record.kind, tags: record.tags, metadata: record.metadata, importance: record.importance },
    ...{ outcome: record.outcome, outcome_score: record.outcome_score, expires_at: record.expires_at },
    ...{ verified_at: record.verified_at, embedded: record.embedded, estimated: record.importance_estimated },
  };
  assert.deepEqual(returned, {
    ...{ id: memory.id, user_id: memory.user, agent_id: memory.agent, namespace: memory.namespace },
    ...{ kind: memory.kind, tags: memory.tags, metadata: memory.metadata, importance: memory.importance },
    ...{ outcome: memory.outcome, outcome_score: memory.score, expires_at: memory.expiresAt },
    ...{ verified_at: memory.verifiedAt, embedded: memory.embedded, estimated: memory.estimated },
  });
  if (memory.content !== null) assert.equal(record.content, memory.content);
}
