import { randomUUID } from 'node:crypto';
import { operations } from './catalog.js';
import { type AdminKey, ensureAdminKey } from './config/admin-key.js';
import type { Config } from './config/config.js';
import { discoveryPages } from './edge/discovery/pages.js';
import { HttpServer } from './edge/http/server.js';
import { Idempotency } from './edge/idempotency.js';
import { McpEndpoint } from './edge/mcp/endpoint.js';
import { Metrics } from './edge/metrics.js';
import { Pipeline } from './edge/pipeline.js';
import { RateLimiter } from './edge/rate-limiter.js';
import { configuredModel, embedderMaker } from './embedders.js';
import type { ManagedEmbedder, Progress } from './embedding/index.js';
import { checkBacklog } from './features/conflicts/detect.js';
import { closeSilentEpisodes } from './features/episodes/silence.js';
import { KeyRegistry } from './features/keys/registry.js';
import { SignupGuard } from './features/keys/signup-guard.js';
import { sweepExpired } from './features/lifecycle/sweep.js';
import { embedBacklog } from './features/memories/backlog.js';
import { backlogSize } from './features/memories/backlog-statements.js';
import { RetrievalCounter } from './features/memories/retrieval-counter.js';
import { ModelChanger } from './features/model/change.js';
import { EmbeddingModels } from './features/model/models.js';
import { idOf, type ModelSource } from './features/model/source.js';
import { cursorSecret } from './features/system/cursor-secret.js';
import { vitalsOf } from './features/system/vitals.js';
import { UsageCounter } from './features/usage/counter.js';
import { sweepWorking } from './features/working/sweep.js';
import { JobRunner } from './jobs/runner.js';
import { type Clock, HOUR, MINUTE, SECOND, systemClock } from './kernel/clock.js';
import { Cursors } from './kernel/cursor.js';
import { type Log, silentLog } from './kernel/log.js';
import type { LanguageModel } from './llm/language-model.js';
import type { Database } from './storage/database.js';
import { PostgresDatabase } from './storage/postgres/engine.js';
import { SqliteDatabase } from './storage/sqlite/engine.js';
import { VERSION } from './version.js';

/** What tests and benchmarks put in place of the real thing. */
export interface Overrides {
  clock?: Clock;
  log?: Log;
  embedder?: ManagedEmbedder;
  /** Makes the embedder of any model by its id; null for one that is gone. */
  embedders?: (modelId: string) => ManagedEmbedder | null;
  /** In place of the configured language model; null for none. */
  llm?: LanguageModel | null;
  onModelProgress?: (progress: Progress) => void;
  openDatabase?: (config: Config, log: Log) => Promise<Database>;
  /** False: jobs run only when `jobs.runDue()` is called. */
  background?: boolean;
}

export interface Service {
  readonly url: string;
  readonly config: Config;
  readonly adminKey: AdminKey;
  readonly database: Database;
  readonly embedder: ManagedEmbedder;
  readonly models: EmbeddingModels;
  readonly pipeline: Pipeline;
  readonly jobs: JobRunner;
  /** Finishes what is in flight, writes down what is counted, closes everything. */
  stop(): Promise<void>;
}

/** The composition root: config → parts → a service that listens. */
export async function startService(config: Config, overrides: Overrides = {}): Promise<Service> {
  const clock = overrides.clock ?? systemClock;
  const log = overrides.log ?? silentLog;
  const nodeId = randomUUID();
  const adminKey = await ensureAdminKey(config);
  const { keep, closeAll } = closing(log);
  try {
    const database = keep(await (overrides.openDatabase ?? openDatabase)(config, log), (part) => part.close());
    const models = keep(modelsOf({ config, database, clock, log }, overrides), (part) => part.close());
    const embedder: ManagedEmbedder = models;
    const llm = overrides.llm ?? null;
    const retrievals = keep(new RetrievalCounter({ database, clock }), (part) => part.close());
    const usage = keep(new UsageCounter({ database, clock }), (part) => part.close());
    const backlog = async () => ({ embed: await database.system(backlogSize, null) });
    const metrics = keep(new Metrics({ version: VERSION, database, embedder, backlog }), (part) => part.close());
    const idempotency = new Idempotency({ database, clock, nodeId });
    let url = '';
    const baseUrl = () => config.baseUrl ?? url;
    const pipeline = new Pipeline({
      clock,
      log,
      embedder,
      llm,
      cursors: new Cursors(await cursorSecret(database)),
      keys: new KeyRegistry({ database, clock, adminKey: adminKey.key, issuerKeys: config.issuerKey }),
      signup: new SignupGuard({ perHour: config.signupLimit, enabled: config.signup, clock }),
      usage,
      retrievals,
      vitals: vitalsOf(database),
      models,
      baseUrl,
      database,
      limiter: new RateLimiter({ clock, perMinute: config.rateLimit }),
      idempotency,
    });
    const work = { database, embedder, llm, clock, log };
    const changer = new ModelChanger({ database, models, clock, log });
    const runner = new JobRunner({ database, clock, log, nodeId }, [
      { kind: 'change-model', everyMs: 0, run: (signal) => changer.run(signal) },
      { kind: 'embed-backlog', everyMs: 5 * SECOND, run: (signal) => embedBacklog(work, signal) },
      { kind: 'find-conflicts', everyMs: SECOND, run: () => checkBacklog(work) },
      { kind: 'sweep-expired', everyMs: MINUTE, run: () => sweepExpired(work) },
      { kind: 'sweep-working', everyMs: MINUTE, run: () => sweepWorking(work) },
      { kind: 'close-episodes', everyMs: MINUTE, run: (signal) => closeSilentEpisodes(work, signal) },
      { kind: 'sweep-idempotency', everyMs: HOUR, run: () => idempotency.sweep() },
    ]);
    const jobs = keep(runner, (part) => part.stop());
    const mcp = keep(new McpEndpoint({ operations, pipeline, log, corsOrigin: config.corsOrigin, baseUrl }), (part) =>
      part.close(),
    );
    const http = new HttpServer({
      operations,
      endpoints: [mcp],
      pipeline,
      log,
      pages: discoveryPages({
        operations,
        metrics,
        configuredUrl: config.baseUrl,
        listeningUrl: () => url,
        proxied: config.trustProxy !== false,
      }),
      corsOrigin: config.corsOrigin,
      trustProxy: config.trustProxy,
      observe: (answered) => metrics.observeRequest(answered),
      clock,
    });
    const server = keep(http, (part) => part.stop(config.shutdownGraceSeconds * SECOND));
    await models.start();
    url = urlOf(config.host, (await server.listen(config.host, config.port)).port);
    if (overrides.background !== false) jobs.start();
    return { url, config, adminKey, database, embedder, models, pipeline, jobs, stop: closeAll };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** Closes parts in the reverse of the order they were made in, each once, whatever the others say. */
function closing(log: Log) {
  const closers: (() => unknown)[] = [];
  let closed: Promise<void> | undefined;
  const closeEach = async () => {
    for (const close of closers) {
      try {
        await close();
      } catch (error) {
        log.error({ err: error }, 'a part could not be closed cleanly');
      }
    }
  };
  return {
    keep<T>(part: T, close: (part: T) => unknown): T {
      closers.unshift(() => close(part));
      return part;
    },
    closeAll: () => {
      closed ??= closeEach();
      return closed;
    },
  };
}

/** Where a program on this machine reaches it; an address that means "all of them" is no place to call. */
function urlOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

export function openDatabase(config: Config, log: Log): Promise<Database> {
  if (config.databaseUrl) return PostgresDatabase.open({ url: config.databaseUrl, poolSize: config.pgPool, log });
  const threadEntry = new URL('./sqlite-thread.js', import.meta.url);
  return SqliteDatabase.open({
    folder: config.dataDir,
    cacheBytes: config.vectorCacheMb * 1024 * 1024,
    threadEntry,
    log,
  });
}

/** The models that there are for this service: what a test puts in, else what the settings name. */
function modelsOf(parts: { config: Config; database: Database; clock: Clock; log: Log }, overrides: Overrides) {
  const { embedder: given, embedders, onModelProgress: onProgress } = overrides;
  const real = embedderMaker({ ...parts, onProgress });
  const make = async (source: ModelSource) => {
    if (given && given.model.id === idOf(source)) return given;
    return embedders ? embedders(idOf(source)) : given ? null : real(source);
  };
  const source = given?.state().status === 'off' ? null : ({ kind: 'given', model: given?.model.id ?? '' } as const);
  const configured = given ? { source, fixedBy: 'the embedder it was given' } : configuredModel(parts.config);
  return new EmbeddingModels({ ...parts, make }, configured);
}
