import { randomUUID } from 'node:crypto';
import { startEdge, startMetrics } from './app/edge.js';
import { startFeatures } from './app/features.js';
import { type Overrides, openFoundation, type Start } from './app/foundation.js';
import { recurringJobs } from './app/jobs.js';
import { type AdminKey, ensureAdminKey } from './config/admin-key.js';
import { type Certificate, readCertificate } from './config/certificate.js';
import { type Config, renamedSettings } from './config/config.js';
import { Admissions, admissionOf } from './edge/http/admission/admission.js';
import type { Pipeline } from './edge/pipeline.js';
import type { ManagedEmbedder } from './embedding/embedder.js';
import { WarmUp } from './features/memories/search/warm-up.js';
import type { EmbeddingModels } from './features/model/models.js';
import { cutOff } from './features/transfer/transfer-memories.js';
import { JobPool } from './jobs/pool.js';
import { JobRunner } from './jobs/runner.js';
import { systemClock } from './kernel/clock.js';
import { type Log, silentLog } from './kernel/log.js';
import type { Database } from './storage/database.js';

export interface Service {
  readonly url: string;
  readonly config: Config;
  readonly adminKey: AdminKey;
  readonly database: Database;
  readonly embedder: ManagedEmbedder;
  readonly models: EmbeddingModels;
  readonly pipeline: Pipeline;
  readonly jobs: JobRunner;
  /** A URL that signs one browser in to the console as the operator. Null: there is no console. */
  consoleLink(): Promise<string | null>;
  /** Builds the documents before anyone asks: it takes some hundred milliseconds in which nobody is served. */
  prepareDocuments(): void;
  /** Applies the credentials, keys and TLS certificate of these settings to calls that begin from now on, and nothing else. */
  reload(next: Config): Promise<void>;
  /**
   * Lets load balancers stop sending traffic first (`RECOLLECT_DRAIN_SECONDS`), finishes what is in flight, writes the counters, closes
   * everything.
   */
  stop(): Promise<void>;
}

/** The composition root: config → parts → a service that listens. */
export async function startService(config: Config, overrides: Overrides = {}): Promise<Service> {
  const { clock = systemClock, log = silentLog } = overrides;
  for (const renamed of renamedSettings(config)) log.warn({}, renamed);
  const certificate = readCertificate(config);
  const adminKey = await ensureAdminKey(config);
  const { keep, closeAll } = closing(log);
  const start: Start = { config, overrides, clock, log, nodeId: randomUUID(), keep };
  try {
    const foundation = await openFoundation(start);
    const { database, watch, models, embedder, reader } = foundation;
    const features = await startFeatures(start, foundation, adminKey);
    const { events, keys, sessions } = features;
    const admissions = new Admissions(admissionOf(config.maxInFlight));
    const metrics = startMetrics(start, foundation, features, admissions);
    const jobParts = { ...start, database, tracer: foundation.telemetry.tracer };
    const deliveries = new JobPool(jobParts, events.deliverer);
    watch.onNews((keys) => deliveries.wake(keys));
    const pools = [deliveries, new JobPool(jobParts, cutOff(features.work))];
    const jobs = keep(new JobRunner(jobParts, recurringJobs(config, foundation, features), pools), (part) =>
      part.stop(),
    );
    const edge = await startEdge(start, foundation, features, { admissions, metrics, certificate });
    const { address, pipeline, pages, http } = edge;
    await models.start();
    const { port } = await http.listen(config.host, config.port);
    const url = urlOf(config.host, port, certificate);
    address.listening = url;
    warnOf(certificate, log);
    if (overrides.background !== false) {
      jobs.start();
      watch.start();
      keep(new WarmUp({ database, embedder, log }), (part) => part.stop()).start();
      // Loads the reader: otherwise the first search would not wait for it and would be less certain.
      void reader.fit('Is it loaded?', ['It is.']).catch(() => {});
    }
    return {
      ...{ url, config, adminKey, database, embedder, models, pipeline, jobs, stop: closeAll },
      consoleLink: async () => (config.console ? `${url}/console#link=${(await sessions.operatorLink()).token}` : null),
      prepareDocuments() {
        for (const page of pages) page.prepare?.();
      },
      async reload(next) {
        const renewed = readCertificate(next);
        const admin = await ensureAdminKey(next);
        if (renewed) http.useCertificate(renewed);
        warnOf(renewed, log);
        keys.useCredentials([admin.key, ...admin.others], next.issuerKey);
        events.useSealKeys(next.sealKey);
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** Closes parts in reverse order of creation, each once, even if others fail. */
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
  if (certificate?.warning) log.warn({ reason: certificate.warning }, 'clients will reject the TLS certificate');
}

/** The URL for a program on this machine; an address that means "all interfaces" cannot be called. */
function urlOf(host: string, port: number, certificate: Certificate | null): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `${certificate ? 'https' : 'http'}://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
