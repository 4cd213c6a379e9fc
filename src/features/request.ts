import type { z } from 'zod';
import type { Compute } from '../compute/compute.js';
import type { Embedder } from '../embedding/embedder.js';
import type { Clock } from '../kernel/clock.js';
import type { Cursors } from '../kernel/cursor.js';
import type { IdSource } from '../kernel/ids.js';
import type { JobPage, JobState } from '../kernel/job-state.js';
import type { Log } from '../kernel/log.js';
import type { Operation } from '../kernel/operation.js';
import type { LanguageModel } from '../llm/language-model.js';
import type { Reader } from '../readers/reader.js';
import type { TenantDatabase } from '../storage/database.js';
import type { AuditLog } from './audit/log.js';
import type { Events } from './events/events.js';
import type { Deriver } from './ingest/derive.js';
import type { Caller, Tier } from './keys/caller.js';
import type { KeyRegistry } from './keys/registry.js';
import type { SignupGuard } from './keys/signup/guard.js';
import type { RetrievalCounter } from './memories/search/retrieval-counter.js';
import type { EmbeddingModels } from './model/models.js';
import type { UsageCounter } from './usage/counter.js';

/** The parts that live as long as the service. A handler never gets the database itself. */
export interface Parts {
  readonly clock: Clock;
  readonly log: Log;
  readonly embedder: Embedder;
  /** Reads two texts together. */
  readonly reader: Reader;
  /** For work that a caller can make large. */
  readonly compute: Compute;
  /** Null unless the operator configured one. */
  readonly llm: LanguageModel | null;
  readonly cursors: Cursors;
  readonly keys: KeyRegistry;
  readonly signup: SignupGuard;
  readonly usage: UsageCounter;
  readonly audit: AuditLog;
  readonly retrievals: RetrievalCounter;
  readonly vitals: Vitals;
  /** Selects the embedding model; `embedder` is the current one. */
  readonly models: Pick<EmbeddingModels, 'use' | 'changing'>;
  readonly events: Events;
  readonly jobs: JobBoard;
  /** Derives statements while a caller waits. */
  readonly deriver: Pick<Deriver, 'whileCallerWaits'>;
  /** Bytes that a key of the tier may store; null: no limit. */
  storageLimit(tier: Tier): number | null;
  /** Where callers reach the service, without a trailing slash. */
  baseUrl(): string;
}

/** What `/health` asks the service about itself. */
export interface Vitals {
  store(): Promise<{ status: 'ok' | 'down'; engine: string; detail?: string }>;
  /** The size of the backlog; null if the store is unavailable. */
  backlog(): Promise<number | null>;
  uptimeSeconds(): number;
  /** Whether it is stopping: it still serves, but should get no new callers. */
  stopping(): boolean;
}

/** What the operator may see of background jobs. */
interface JobBoard {
  list(page: JobPage): Promise<JobState[]>;
}

/** One call, as a handler sees it. */
export interface Request extends Parts {
  readonly id: string;
  readonly caller: Caller;
  /** The calling key's data, and nothing else. */
  readonly db: TenantDatabase;
  readonly ids: IdSource;
  /** Aborts when the caller disconnects. */
  readonly signal: AbortSignal | undefined;
  /** The time of the call: a request has a single time. */
  readonly now: number;
  /** Adds to the tokens that `GET /usage` reports: those that the embedding model read for this call. */
  countTokens(tokens: number): void;
  /** Records memories that this call returns for a model, for the audit log. */
  handOut(ids: readonly string[], userId?: string): void;
}

export type AnyOperation = Operation<Request>;

export const defineOperation = <I extends z.ZodObject, O extends z.ZodType>(
  operation: Operation<Request, I, O>,
): AnyOperation => operation as unknown as AnyOperation;
