import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { fileURLToPath } from 'node:url';
import { operations } from './catalog.js';
import { ComputeThreads } from './compute/compute.js';
import { type AdminKey, ensureAdminKey } from './config/admin-key.js';
import { type Certificate, readCertificate } from './config/certificate.js';
import type { Config } from './config/config.js';
import { spendOne } from './edge/call-checks.js';
import { readConsole } from './edge/console/files.js';
import { consolePages } from './edge/console/pages.js';
import { baseUrlFor } from './edge/discovery/base-url.js';
import { discoveryPages } from './edge/discovery/pages.js';
import { admissionOf } from './edge/http/admission.js';
import { BrowserGuard, type BrowserRules } from './edge/http/browser-guard.js';
import { CookieRules } from './edge/http/credential.js';
import { HttpServer } from './edge/http/server.js';
import { Idempotency } from './edge/idempotency.js';
import { freeRequests } from './edge/idempotency-store.js';
import { McpEndpoint } from './edge/mcp/endpoint.js';
import { Metrics } from './edge/metrics.js';
import { Clients } from './edge/oauth/clients.js';
import { Documents } from './edge/oauth/documents.js';
import { Failures } from './edge/oauth/failures.js';
import { oauthPages } from './edge/oauth/pages.js';
import { Tokens } from './edge/oauth/tokens.js';
import { PageAudit } from './edge/page-audit.js';
import { Pipeline } from './edge/pipeline.js';
import { configuredModel, embedderMaker } from './embedders.js';
import type { ManagedEmbedder, Progress } from './embedding/index.js';
import { LocalReader, type Reader } from './embedding/reader.js';
import { traceEmbedder, traceReader } from './embedding/traced.js';
import { AuditLog } from './features/audit/log.js';
import { checkBacklog } from './features/conflicts/detect.js';
import { closeSilentEpisodes } from './features/episodes/silence.js';
import { countDeliveries } from './features/events/delivery-statements.js';
import { startEvents } from './features/events/events.js';
import type { Resolve } from './features/events/guard/resolve.js';
import { resealSecrets } from './features/events/reseal.js';
import { trimJournalOlderThan } from './features/events/retention.js';
import { JournalWatch } from './features/events/watch.js';
import { Deriver } from './features/ingest/derive.js';
import { freeClaims } from './features/ingest/derive-statements.js';
import { KeyRegistry } from './features/keys/registry.js';
import { Sessions } from './features/keys/sessions.js';
import { SignupGuard } from './features/keys/signup-guard.js';
import { sweepExpired } from './features/lifecycle/sweep.js';
import { embedBacklog } from './features/memories/backlog.js';
import { backlogSize } from './features/memories/backlog-statements.js';
import { RetrievalCounter } from './features/memories/retrieval-counter.js';
import { ModelChanger } from './features/model/change.js';
import { keepIndexes } from './features/model/keep-indexes.js';
import { EmbeddingModels } from './features/model/models.js';
import { idOf, type ModelSource } from './features/model/source.js';
import { sweepRetrievals } from './features/predict/sweep.js';
import { auditSecretOf, cursorSecret } from './features/system/secrets.js';
import { vitalsOf } from './features/system/vitals.js';
import { cutOff } from './features/transfer/carry.js';
import { UsageCounter } from './features/usage/counter.js';
import { recountStorage } from './features/usage/recount.js';
import { sweepUsage } from './features/usage/sweep.js';
import { settleErasures } from './features/users/settle.js';
import { sweepWorking } from './features/working/sweep.js';
import { JobPool } from './jobs/pool.js';
import { JobRunner, type RecurringJob } from './jobs/runner.js';
import { countJobs, freeJobs, listJobs } from './jobs/store.js';
import { type Clock, DAY, HOUR, MINUTE, SECOND, systemClock } from './kernel/clock.js';
import { Cursors } from './kernel/cursor.js';
import { type Log, silentLog } from './kernel/log.js';
import { limitsOf, storageLimits } from './limits.js';
import type { LanguageModel } from './llm/language-model.js';
import { OpenAiLanguageModel } from './llm/openai.js';
import { clearScratch } from './storage/backup/sqlite.js';
import type { Database } from './storage/database.js';
import { PostgresDatabase } from './storage/postgres/engine.js';
import { SqliteDatabase } from './storage/sqlite/engine.js';
import { traceStatements } from './storage/traced.js';
import { watchWrites } from './storage/watched.js';
import { Telemetry } from './telemetry/telemetry.js';
import { VERSION } from './version.js';

/** What tests and benchmarks put in place of the real thing. */
export interface Overrides {
  clock?: Clock;
  log?: Log;
  embedder?: ManagedEmbedder;
  reader?: Reader;
  /** Makes the embedder of any model by its id; null for one that is gone. */
  embedders?: (modelId: string) => ManagedEmbedder | null;
  /** In place of the configured language model; null for none. */
  llm?: LanguageModel | null;
  onModelProgress?: (progress: Progress) => void;
  /** Opens another database than the configured one, or the same in another way. */
  openDatabase?: (config: Config, log: Log) => Promise<Database>;
  /** Milliseconds that a caller waits for statements to be derived. */
  patienceMs?: number;
  /** False: jobs run only when `jobs.runDue()` is called. */
  background?: boolean;
  /** In place of the name servers, for the addresses of webhooks. */
  resolve?: Resolve;
  /** Certificates (PEM) in place of the usual ones, for the documents of clients that sign in. */
  trusted?: string;
  /** In place of the folder that the build makes of the console. */
  consoleFolder?: string;
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
  /** An address that signs one browser in to the console as the operator; null: there is no console. */
  consoleLink(): Promise<string | null>;
  /** Makes the documents before somebody asks: some hundred milliseconds in which nobody is served. */
  prepareDocuments(): void;
  /** Takes over the credentials, keys and TLS certificate of these settings, for calls that begin from now on; nothing else of them. */
  reload(next: Config): Promise<void>;
  /** Lets balancers turn away first (`RECOLLECT_DRAIN_SECONDS`), finishes what is in flight, writes down what is counted, closes everything. */
  stop(): Promise<void>;
}

/** The composition root: config → parts → a service that listens. */
export async function startService(config: Config, overrides: Overrides = {}): Promise<Service> {
  const clock = overrides.clock ?? systemClock;
  const log = overrides.log ?? silentLog;
  const nodeId = randomUUID();
  const certificate = readCertificate(config);
  const adminKey = await ensureAdminKey(config);
  const { keep, closeAll } = closing(log);
  try {
    const telemetry = keep(new Telemetry(config, { log, nodeId }), (part) => part.close());
    const { tracer } = telemetry;
    const opened = keep(await (overrides.openDatabase ?? openDatabase)(config, log), (part) => part.close());
    if (opened.engine === 'sqlite') {
      await leftBehind(opened);
      clearScratch(config.dataDir);
    }
    const watch = keep(new JournalWatch({ database: opened, log }), (part) => part.stop());
    const database = watchWrites(tracer ? traceStatements(opened) : opened, () => watch.wrote());
    const parts = { config, database, clock, log, isTraced: tracer !== null };
    const models = keep(modelsOf(parts, overrides), (part) => part.close());
    const embedder: ManagedEmbedder = models;
    const compute = keep(new ComputeThreads(new URL('./compute-thread.js', import.meta.url), log), (part) =>
      part.close(),
    );
    const plainReader = keep(overrides.reader ?? new LocalReader(), (part) => part.close());
    const reader = tracer ? traceReader(plainReader) : plainReader;
    const llm = overrides.llm === undefined ? configuredLlm(config, clock, log) : overrides.llm;
    const retrievals = keep(new RetrievalCounter({ database, clock }), (part) => part.close());
    const usage = keep(new UsageCounter({ database, clock }), (part) => part.close());
    const auditSecret = await auditSecretOf(database);
    const audit = keep(new AuditLog({ database, clock, days: config.auditDays, secret: auditSecret }), (part) =>
      part.close(),
    );
    let pipeline: Pipeline | undefined;
    const foreground = () => pipeline ?? { inFlight: 0, begun: 0 };
    const wake = (keyId: string) => pool.wake([keyId]);
    const { webhookAllow, sealKey: sealKeys } = config;
    const { resolve } = overrides;
    const events = await startEvents({
      ...{ database, clock, log, watch, foreground, webhookAllow, sealKeys, resolve, wake },
    });
    keep(events.sender, (part) => part.close());
    const jobParts = { database, clock, log, nodeId, tracer };
    const pool = new JobPool(jobParts, events.deliverer);
    watch.onNews((keys) => pool.wake(keys));
    const backlog = async () => ({ embed: await database.system(backlogSize, null) });
    const later = {
      jobs: () => database.system(countJobs, { now: clock.now() }),
      deliveries: () => database.system(countDeliveries, null),
      attempts: () => events.attempts,
      streams: () => events.streams.size,
    };
    let http: HttpServer | undefined;
    const load = () => http?.load ?? { inWork: 0, waiting: 0, shed: 0 };
    const watched = { database, embedder, backlog, later, load, exports: telemetry.figures() };
    const metrics = keep(new Metrics({ version: VERSION, ...watched }), (part) => part.close());
    keep(
      telemetry.exportMetrics(() => metrics.collect()),
      (part) => part?.close(),
    );
    const idempotency = new Idempotency({ database, clock, nodeId });
    const limits = limitsOf({ database, clock, nodeId, config });
    let url = '';
    const baseUrl = () => config.baseUrl ?? url;
    const secret = await cursorSecret(database);
    const keys = new KeyRegistry({
      ...{ database, clock, adminKeys: [adminKey.key, ...adminKey.others], issuerKeys: config.issuerKey },
      onChange: (id) => events.streams.keyChanged(id),
    });
    const work = { database, embedder, reader, llm, clock, log, foreground, audit };
    const deriver = new Deriver({ ...work, compute, patienceMs: overrides.patienceMs });
    const sessions = new Sessions({
      ...{ database, clock, keys },
      onEnd: (id) => events.streams.sessionEnded(id),
      spend: (caller) => spendOne(limits.limiter, caller),
    });
    const calls = new Pipeline({
      clock,
      log,
      embedder,
      reader,
      compute,
      llm,
      cursors: new Cursors(secret),
      keys,
      signup: new SignupGuard({ perHour: config.signupLimit, enabled: config.signup, clock, windows: limits.windows }),
      usage,
      audit,
      retrievals,
      vitals: vitalsOf(database, () => http?.draining ?? false),
      models,
      events,
      deriver,
      jobs: { list: (page) => database.system(listJobs, page) },
      storageLimit: storageLimits(config.storageLimitMb),
      baseUrl,
      database,
      limiter: limits.limiter,
      idempotency,
      ...(config.console ? { sessions } : {}),
    });
    pipeline = calls;
    const changer = new ModelChanger({ database, models, clock, log });
    const recurring: RecurringJob[] = [
      { kind: 'change-model', everyMs: 0, run: (signal) => changer.run(signal) },
      { kind: 'embed-backlog', everyMs: 5 * SECOND, aside: true, run: (signal) => embedBacklog(work, signal) },
      { kind: 'derive-statements', everyMs: SECOND, run: (signal) => deriver.run(signal) },
      { kind: 'find-conflicts', everyMs: SECOND, run: (signal) => checkBacklog(work, signal) },
      { kind: 'sweep-expired', everyMs: MINUTE, run: () => sweepExpired(work) },
      { kind: 'sweep-working', everyMs: MINUTE, run: () => sweepWorking(work) },
      { kind: 'close-episodes', everyMs: MINUTE, run: (signal) => closeSilentEpisodes(work, signal) },
      { kind: 'settle-erasures', everyMs: MINUTE, aside: true, run: () => settleErasures(work) },
      { kind: 'sweep-retrievals', everyMs: HOUR, run: () => sweepRetrievals(work) },
      { kind: 'sweep-audit', everyMs: HOUR, run: (signal) => audit.sweep(signal) },
      { kind: 'sweep-usage', everyMs: HOUR, run: () => sweepUsage(work) },
      { kind: 'sweep-idempotency', everyMs: HOUR, run: () => idempotency.sweep() },
      { kind: 'sweep-limits', everyMs: HOUR, run: () => limits.sweep().then(() => sessions.sweep()) },
      { kind: 'recount-storage', everyMs: DAY, run: (signal) => recountStorage(work, signal) },
      { kind: 'reseal-secrets', everyMs: 10 * MINUTE, run: (signal) => resealSecrets(work, events.secrets, signal) },
      { kind: 'trim-journal', everyMs: HOUR, run: (signal) => trimJournalOlderThan(config.journalDays, work, signal) },
    ];
    if (database.engine === 'postgres') {
      const run = (signal: AbortSignal) => keepIndexes(config.hnswFrom, database, signal);
      recurring.push({ kind: 'index-vectors', everyMs: 10 * MINUTE, aside: true, run });
    }
    const jobs = keep(new JobRunner(jobParts, recurring, [pool, new JobPool(jobParts, cutOff(work))]), (part) =>
      part.stop(),
    );
    const browsers = browserRules(config, baseUrl);
    const { securityContact } = config;
    const urlFor = (headers: IncomingHttpHeaders) =>
      baseUrlFor(headers, { configured: config.baseUrl, listening: url, proxied: config.trustProxy !== false });
    const hasOAuth = config.oauth === 'on' || (config.oauth === 'auto' && config.baseUrl?.startsWith('https://'));
    const mcp = new McpEndpoint({
      ...{ operations, pipeline: calls, log, guard: new BrowserGuard(browsers), baseUrl },
      resourceMetadata: hasOAuth
        ? (headers) => `${urlFor(Object.fromEntries(headers))}/.well-known/oauth-protected-resource/mcp`
        : undefined,
    });
    keep(mcp, (part) => part.close());
    const documents = new Documents({ guard: events.guard, clock, trusted: overrides.trusted });
    const clients = new Clients(secret, documents);
    const tokens = new Tokens(database, keys, clock);
    const failures = new Failures(clock);
    const cookies = new CookieRules(urlFor, config.baseUrl !== undefined, certificate !== null);
    const signedIn = { sessions, keys, cookies, failures, urlFor, audit: new PageAudit(audit, 'console') };
    const folder = overrides.consoleFolder ?? CONSOLE_FOLDER;
    const pages = [
      ...discoveryPages({ operations, metrics, securityContact, urlFor }),
      ...(hasOAuth
        ? oauthPages({
            ...{ clients, tokens, failures, keys, urlFor, audit: new PageAudit(audit, 'http') },
            ...(config.console ? { sessions, cookies } : {}),
          })
        : []),
      ...(config.console ? consolePages({ ...signedIn, files: await readConsole(folder) }) : []),
    ];
    http = new HttpServer({
      operations,
      endpoints: [mcp],
      pipeline: calls,
      log,
      pages,
      browsers,
      cookies: config.console ? cookies : undefined,
      requestLog: config.requestLog,
      tracing: { tracer, propagates: telemetry.propagates, scheme: certificate ? 'https' : 'http' },
      trustProxy: config.trustProxy,
      certificate: certificate ?? undefined,
      strictTransport: config.baseUrl?.startsWith('https://') === true,
      admission: admissionOf(config.maxInWork),
      compute,
      observe: (answered) => metrics.observeRequest(answered),
      clock,
    });
    const server = keep(http, async (part) => {
      await part.drain(config.drainSeconds * SECOND);
      const stopped = part.stop(config.shutdownGraceSeconds * SECOND);
      events.streams.stop(); // they would wait for their clients for ever
      await stopped;
    });
    await models.start();
    url = urlOf(config.host, (await server.listen(config.host, config.port)).port, certificate);
    warnOf(certificate, log);
    if (overrides.background !== false) {
      jobs.start();
      watch.start();
      // Loads the reader: the first search would not wait for it and be less sure.
      void reader.fit('Is it loaded?', ['It is.']).catch(() => {});
    }
    const prepareDocuments = () => {
      for (const page of pages) page.prepare?.();
    };
    const consoleLink = async () =>
      config.console ? `${url}/console#link=${(await sessions.operatorLink()).token}` : null;
    const reload = async (next: Config) => {
      const renewed = readCertificate(next);
      const admin = await ensureAdminKey(next);
      if (renewed) server.useCertificate(renewed);
      warnOf(renewed, log);
      keys.useCredentials([admin.key, ...admin.others], next.issuerKey);
      events.useSealKeys(next.sealKey);
    };
    return {
      consoleLink,
      reload,
      ...{ url, config, adminKey, database, embedder, models },
      pipeline: calls,
      jobs,
      prepareDocuments,
      stop: closeAll,
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** Beside the compiled sources. */
const CONSOLE_FOLDER = fileURLToPath(new URL('../console', import.meta.url));

function browserRules(config: Config, baseUrl: () => string): BrowserRules {
  const { corsOrigin, allowedHosts, origins } = config;
  const isLoopback = /^(localhost|127\..*|::1)$/i.test(config.host);
  return { corsOrigin, isExplicit: origins.corsOrigin.from !== 'default', isLoopback, allowedHosts, baseUrl };
}

/** Nobody else can be here, so what a process before us had under lease is free. */
async function leftBehind(database: Database): Promise<void> {
  await database.system(freeJobs, null);
  await database.system(freeRequests, null);
  await database.system(freeClaims, null);
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
        log.error({ err: error }, 'a component could not be closed cleanly');
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

function warnOf(certificate: Certificate | null, log: Log): void {
  if (certificate?.warning) log.warn({ reason: certificate.warning }, 'clients will refuse the TLS certificate');
}

/** Where a program on this machine reaches it; an address that means "all of them" is no place to call. */
function urlOf(host: string, port: number, certificate: Certificate | null): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `${certificate ? 'https' : 'http'}://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

export function openDatabase(config: Config, log: Log, thread?: URL): Promise<Database> {
  const { databaseUrl: url, pgPool: poolSize, hnswFrom, readDeadlineMs } = config;
  if (url) return PostgresDatabase.open({ url, poolSize, approximate: hnswFrom > 0, readDeadlineMs, log });
  const threadEntry = thread ?? new URL('./sqlite-thread.js', import.meta.url);
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

/** The models that there are for this service: what a test puts in, else what the settings name. */
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
  const configured = given ? { source, fixedBy: 'the embedder it was given' } : configuredModel(parts.config);
  return new EmbeddingModels({ ...parts, make }, configured);
}
