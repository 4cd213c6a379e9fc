import { fileURLToPath } from 'node:url';
import { operations } from '../catalog.js';
import type { Certificate } from '../config/certificate.js';
import type { Config } from '../config/config.js';
import { consoleFilePages } from '../edge/console/file-pages.js';
import { readConsole } from '../edge/console/files.js';
import { sessionPages } from '../edge/console/session-pages.js';
import type { Admissions } from '../edge/http/admission/admission.js';
import { BrowserGuard, type BrowserRules } from '../edge/http/client/browser-guard.js';
import { CookieRules } from '../edge/http/client/credential.js';
import { HttpServer } from '../edge/http/server.js';
import { McpEndpoint } from '../edge/mcp/endpoint.js';
import { Metrics } from '../edge/metrics/metrics.js';
import { Clients } from '../edge/oauth/clients.js';
import { Documents } from '../edge/oauth/documents.js';
import { Failures } from '../edge/oauth/failures.js';
import { oauthPages } from '../edge/oauth/pages.js';
import { Tokens } from '../edge/oauth/tokens.js';
import { PageAudit } from '../edge/page-audit.js';
import { Pipeline } from '../edge/pipeline.js';
import { Address } from '../edge/reference/discovery/base-url.js';
import { discoveryPages } from '../edge/reference/discovery/pages.js';
import { countDeliveries } from '../features/events/sql/delivery.js';
import { SignupGuard } from '../features/keys/signup/guard.js';
import { backlogSize } from '../features/memories/sql/backlog.js';
import { cursorSecret } from '../features/system/secrets.js';
import { countJobs, listJobs } from '../jobs/store.js';
import { SECOND } from '../kernel/clock.js';
import { Cursors } from '../kernel/cursor.js';
import { VERSION } from '../version.js';
import type { Features } from './features.js';
import type { Foundation, Start } from './foundation.js';
import { storageLimits } from './limits.js';

/** The metrics for `GET /metrics` and for a collector. */
export function startMetrics(
  { clock, keep }: Start,
  { database, embedder, telemetry }: Foundation,
  { events }: Features,
  admissions: Admissions,
): Metrics {
  const later = {
    jobs: () => database.system(countJobs, { now: clock.now() }),
    deliveries: () => database.system(countDeliveries, null),
    attempts: () => events.attempts,
    streams: () => events.streams.size,
  };
  const backlog = async () => ({ embed: await database.system(backlogSize, null) });
  const watched = { database, embedder, backlog, later, load: () => admissions.figures, exports: telemetry.figures() };
  const metrics = keep(new Metrics({ version: VERSION, ...watched }), (part) => part.close());
  keep(
    telemetry.exportMetrics(() => metrics.collect()),
    (part) => part?.close(),
  );
  return metrics;
}

/** The public side: the operations over HTTP and MCP, and the pages. */
export async function startEdge(
  { config, overrides, clock, log, keep }: Start,
  { telemetry, database, models, embedder, reader, compute, llm }: Foundation,
  features: Features,
  { admissions, metrics, certificate }: { admissions: Admissions; metrics: Metrics; certificate: Certificate | null },
) {
  const { calls, limits, keys, sessions, events, audit, vitals } = features;
  const secret = await cursorSecret(database);
  const address = new Address(config);
  const pipeline = new Pipeline({
    ...{ database, clock, log, embedder, reader, compute, llm, models, keys, audit, vitals, events, calls },
    ...{ usage: features.usage, retrievals: features.retrievals, deriver: features.deriver },
    ...{ limiter: limits.limiter, idempotency: features.idempotency, cursors: new Cursors(secret) },
    signup: new SignupGuard({ perHour: config.signupLimit, enabled: config.signup, clock, windows: limits.windows }),
    jobs: { list: (page) => database.system(listJobs, page) },
    storageLimit: storageLimits(config.storageLimitMb),
    baseUrl: address.base,
    ...(config.console ? { sessions } : {}),
  });
  const browsers = browserRules(config, address.base);
  const hasOAuth = config.oauth === 'on' || (config.oauth === 'auto' && config.baseUrl?.startsWith('https://'));
  const mcp = new McpEndpoint({
    ...{ operations, pipeline, log, guard: new BrowserGuard(browsers), baseUrl: address.base },
    resourceMetadata: hasOAuth
      ? (headers) => `${address.of(Object.fromEntries(headers))}/.well-known/oauth-protected-resource/mcp`
      : undefined,
  });
  keep(mcp, (part) => part.close());
  const clients = new Clients(secret, new Documents({ guard: events.guard, clock, trusted: overrides.trusted }));
  const cookies = new CookieRules(address.of, config.baseUrl !== undefined, certificate !== null);
  const signIn = { sessions, keys, cookies, failures: new Failures(clock), urlFor: address.of };
  const pages = [
    ...discoveryPages({ operations, metrics, securityContact: config.securityContact, urlFor: address.of }),
    ...(hasOAuth
      ? oauthPages({
          ...{ ...signIn, clients, tokens: new Tokens(database, keys, clock), audit: new PageAudit(audit, 'http') },
          ...(config.console ? {} : { sessions: undefined, cookies: undefined }),
        })
      : []),
    ...(config.console
      ? [
          ...consoleFilePages(await readConsole(overrides.consoleFolder ?? CONSOLE_FOLDER)),
          ...sessionPages({ ...signIn, audit: new PageAudit(audit, 'console') }),
        ]
      : []),
  ];
  const http = new HttpServer({
    ...{ operations, pipeline, pages, log, browsers, admissions, compute, clock },
    endpoints: [mcp],
    cookies: config.console ? cookies : undefined,
    requestLog: config.requestLog,
    tracing: {
      ...{ tracer: telemetry.tracer, propagates: telemetry.propagates },
      scheme: certificate ? 'https' : 'http',
    },
    trustProxy: config.trustProxy,
    certificate: certificate ?? undefined,
    strictTransport: config.baseUrl?.startsWith('https://') === true,
    observe: (finished) => metrics.observeRequest(finished),
  });
  keep(http, async (part) => {
    vitals.isStopping = config.drainSeconds > 0;
    await part.drain(config.drainSeconds * SECOND);
    const stopped = part.stop(config.shutdownGraceSeconds * SECOND);
    events.streams.stop(); // they would wait for their clients forever
    await stopped;
  });
  return { address, pipeline, pages, http };
}

/** Beside the compiled sources. */
const CONSOLE_FOLDER = fileURLToPath(new URL('../../console', import.meta.url));

function browserRules(config: Config, baseUrl: () => string): BrowserRules {
  const { corsOrigin, allowedHosts, origins } = config;
  const isLoopback = /^(localhost|127\..*|::1)$/i.test(config.host);
  return { corsOrigin, isExplicit: origins.corsOrigin.from !== 'default', isLoopback, allowedHosts, baseUrl };
}
