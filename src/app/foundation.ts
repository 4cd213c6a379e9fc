import { ComputeThreads } from '../compute/compute.js';
import type { Config } from '../config/config.js';
import { freeRequests } from '../edge/idempotency/store.js';
import type { ManagedEmbedder } from '../embedding/embedder.js';
import type { Progress } from '../embedding/models/source.js';
import { traceEmbedder } from '../embedding/traced.js';
import type { Resolve } from '../features/events/guard/resolve.js';
import { JournalWatch } from '../features/events/journal/watch.js';
import { freeClaims } from '../features/ingest/sql/derive.js';
import { EmbeddingModels } from '../features/model/models.js';
import { idOf, type ModelSource } from '../features/model/source.js';
import { freeJobs } from '../jobs/store.js';
import type { Clock } from '../kernel/clock.js';
import type { Log } from '../kernel/log.js';
import type { LanguageModel } from '../llm/language-model.js';
import { OpenAiLanguageModel } from '../llm/openai.js';
import { LocalReader, type Reader, traceReader } from '../readers/reader.js';
import { traceStatements, watchWrites } from '../storage/around.js';
import { clearScratch } from '../storage/backup/sqlite.js';
import type { Database } from '../storage/database.js';
import { hasOneProcess } from '../storage/dialect.js';
import { PostgresDatabase } from '../storage/postgres/engine.js';
import { SqliteDatabase } from '../storage/sqlite/engine.js';
import { Telemetry } from '../telemetry/telemetry.js';
import { configuredModel, embedderMaker } from './embedders.js';

/** What tests and benchmarks substitute for the real thing. */
export interface Overrides {
  clock?: Clock;
  log?: Log;
  embedder?: ManagedEmbedder;
  reader?: Reader;
  /** Creates the embedder of any model by its id. Null if the model no longer exists. */
  embedders?: (modelId: string) => ManagedEmbedder | null;
  /** Replaces the configured language model. Null: none. */
  llm?: LanguageModel | null;
  onModelProgress?: (progress: Progress) => void;
  /** Opens another database than the configured one, or the same one differently. */
  openDatabase?: (config: Config, log: Log) => Promise<Database>;
  /** Milliseconds that a caller waits for statements to be derived. */
  maxWaitMs?: number;
  /** False: jobs run only when `jobs.runDue()` is called. */
  background?: boolean;
  /** Replaces the name servers, for the hosts of webhooks. */
  resolve?: Resolve;
  /** Certificates (PEM) to trust instead of the default ones, for the documents of clients that sign in. */
  trusted?: string;
  /** Replaces the folder in which the build puts the console. */
  consoleFolder?: string;
}

/** What every builder starts from. */
export interface Start {
  readonly config: Config;
  readonly overrides: Overrides;
  readonly clock: Clock;
  readonly log: Log;
  readonly nodeId: string;
  /** Closes the part when the service stops, before the parts that were registered earlier. */
  keep<T>(part: T, close: (part: T) => unknown): T;
}

export type Foundation = Awaited<ReturnType<typeof openFoundation>>;

/** What the features are built on: the database, the models and the threads. */
export async function openFoundation({ config, overrides, clock, log, nodeId, keep }: Start) {
  const telemetry = keep(new Telemetry(config, { log, nodeId }), (part) => part.close());
  const { tracer } = telemetry;
  const opened = keep(await (overrides.openDatabase ?? openDatabase)(config, log), (part) => part.close());
  if (hasOneProcess(opened.engine)) {
    await freeLeases(opened);
    clearScratch(config.dataDir);
  }
  const watch = keep(new JournalWatch({ database: opened, log }), (part) => part.stop());
  const database = watchWrites(tracer ? traceStatements(opened) : opened, () => watch.wrote());
  const parts = { config, database, clock, log, isTraced: tracer !== null };
  const models = keep(modelsOf(parts, overrides), (part) => part.close());
  const thread = new URL('../compute-thread.js', import.meta.url);
  const compute = keep(new ComputeThreads(thread, log), (part) => part.close());
  const plainReader = keep(overrides.reader ?? new LocalReader(), (part) => part.close());
  const reader = tracer ? traceReader(plainReader) : plainReader;
  const llm = overrides.llm === undefined ? configuredLlm(config, clock, log) : overrides.llm;
  return { telemetry, database, watch, models, embedder: models as ManagedEmbedder, compute, reader, llm };
}

/** There can be no other process, so what an earlier process held under lease is free. */
async function freeLeases(database: Database): Promise<void> {
  await database.system(freeJobs, null);
  await database.system(freeRequests, null);
  await database.system(freeClaims, null);
}

export function openDatabase(config: Config, log: Log, thread?: URL): Promise<Database> {
  const { databaseUrl: url, pgPool: poolSize, hnswFrom, readDeadlineMs } = config;
  if (url) return PostgresDatabase.open({ url, poolSize, approximate: hnswFrom > 0, readDeadlineMs, log });
  const threadEntry = thread ?? new URL('../sqlite-thread.js', import.meta.url);
  return SqliteDatabase.open({
    folder: config.dataDir,
    cacheBytes: config.vectorCacheMb * 1024 * 1024,
    threadEntry,
    readDeadlineMs,
    log,
  });
}

function configuredLlm({ llmUrl: url, llmModel: model, openaiApiKey: apiKey }: Config, clock: Clock, log: Log) {
  return url && model ? new OpenAiLanguageModel({ url, model, apiKey, clock, log }) : null;
}

/** The models of this service: what a test supplies, else what the settings name. */
function modelsOf(
  { isTraced, ...parts }: { config: Config; database: Database; clock: Clock; log: Log; isTraced: boolean },
  overrides: Overrides,
) {
  const { embedder: given, embedders, onModelProgress: onProgress } = overrides;
  const real = embedderMaker({ ...parts, onProgress });
  const plain = async (source: ModelSource) => {
    if (given && given.model.id === idOf(source)) return given;
    return embedders ? embedders(idOf(source)) : given ? null : real(source);
  };
  const make = async (source: ModelSource) => {
    const made = await plain(source);
    return made && isTraced ? traceEmbedder(made) : made;
  };
  const source = given?.state().status === 'off' ? null : ({ kind: 'given', model: given?.model.id ?? '' } as const);
  const configured = given ? { source, fixedBy: 'the embedder that was passed in' } : configuredModel(parts.config);
  return new EmbeddingModels({ ...parts, make }, configured);
}
