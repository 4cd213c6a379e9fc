import { hash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AdminKey } from '../../config/admin-key.js';
import type { Config } from '../../config/config.js';
import { withoutSecrets } from '../../config/redact.js';
import { FILE_SUFFIX } from '../../config/secret-file.js';
import { VERSION } from '../../version.js';
import { type Colours, table } from './terminal.js';

export interface BannerFacts {
  /** The address it listens on. */
  url: string;
  config: Pick<
    Config,
    | 'databaseUrl'
    | 'dataDir'
    | 'embedder'
    | 'model'
    | 'embeddingsModel'
    | 'embeddingsUrl'
    | 'signup'
    | 'baseUrl'
    | 'tlsCert'
    | 'origins'
  >;
  /** Why the local model cannot be used yet; empty if it can. */
  missing: string;
  admin: AdminKey;
  /** The output goes to a terminal; otherwise it goes into a file or a log, which is stored. */
  onTerminal: boolean;
  /** Signs one browser in to the console; null if there is no console. Created only if the output goes to a terminal. */
  consoleLink?: string | null;
}

/** A service that listens on all interfaces is reached on this machine through the loopback address. */
export const reachable = (url: string) =>
  url.replace('//0.0.0.0', '//127.0.0.1').replace('//[::]', '//[::1]').replace(/\/+$/, '');

function describePlace({ databaseUrl, dataDir }: BannerFacts['config']): string {
  if (databaseUrl === undefined) return `${join(dataDir, 'recollect.db')} (SQLite)`;
  return withoutSecrets(databaseUrl) ?? 'the PostgreSQL database of DATABASE_URL';
}

function describeModel({ config, missing }: Pick<BannerFacts, 'config' | 'missing'>): string {
  if (missing) return missing;
  if (config.embedder === 'local') return `${config.model} (local)`;
  if (config.embedder === 'none') return 'none: search by meaning is off; memories are found by words';
  return `${config.embeddingsModel} at ${withoutSecrets(config.embeddingsUrl ?? '') ?? 'its endpoint'}`;
}

function describeAdmin({ admin: { key, created, file }, onTerminal }: BannerFacts): string {
  if (file === null) return 'as configured';
  if (!created) return `stored in ${file}`;
  return onTerminal ? `${key}  (shown once, stored in ${file})` : `stored in ${file}; read it with: cat ${quote(file)}`;
}

const WANTED = '{"name":"me","owner":"me","scopes":["read","write"]}';
const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The certificate need not name this address, so its key is pinned instead. */
function pinOf(file: string): string {
  const key = new X509Certificate(readFileSync(file)).publicKey.export({ type: 'spki', format: 'der' });
  return `sha256//${hash('sha256', key, 'base64')}`;
}

/** The shell expression for the current admin credential. `as` is the variable it was configured with. */
function credentialIn({ file, others }: AdminKey, as: string): string {
  const read = others.length > 0 ? 'cut -d, -f1' : 'cat';
  if (file !== null) return `$(${read} ${quote(file)})`;
  if (as.endsWith(FILE_SUFFIX)) return `$(${read} "$${as}")`;
  return others.length > 0 ? '$(echo $RECOLLECT_ADMIN_KEY | cut -d, -f1)' : '$RECOLLECT_ADMIN_KEY';
}

/** Lines that can be pasted into a shell that has curl and sed. */
export function curlLines({ url, config, admin }: BannerFacts): string[] {
  const at = reachable(url);
  const curl = config.tlsCert ? `curl -k --pinnedpubkey ${quote(pinOf(config.tlsCert))}` : 'curl';
  // The response contains the secret as both `key` and `api_key`; its prefix finds it in any order.
  const secret = `sed -n 's/.*"\\(rec_sk_[^"]*\\)".*/\\1/p'`;
  const credential = credentialIn(admin, config.origins.adminKey.as);
  const signUp = config.signup
    ? `${curl} -s -X POST ${at}/signup -d '{"name":"me"}'`
    : `${curl} -s -X POST ${at}/auth/keys -H "Authorization: Bearer ${credential}" -d '${WANTED}'`;
  const asMe = '-H "Authorization: Bearer $KEY"';
  const memory = '{"user_id":"ada","agent_id":"demo","content":"Ada drinks green tea in the morning."}';
  return [
    `KEY=$(${signUp} | ${secret})`,
    `${curl} -sw '\\n' -X POST ${at}/memory/store ${asMe} -d '${memory}'`,
    `${curl} -sw '\\n' -G ${at}/memory/retrieve ${asMe} -d user_id=ada -d ranking=hybrid --data-urlencode 'q=What does Ada drink?'`,
  ];
}

export function banner(facts: BannerFacts, colours: Colours): string {
  const at = reachable(facts.url);
  const rows = [
    ['data', describePlace(facts.config)],
    ['model', describeModel(facts)],
    ['admin', describeAdmin(facts)],
    ['docs', `${facts.config.baseUrl ?? at}/docs`],
    ...(facts.onTerminal && facts.consoleLink
      ? [['console', `${reachable(facts.consoleLink)}  (works once, within 5 minutes)`]]
      : []),
  ];
  return [
    `${colours.bold(`Recollect ${VERSION}`)} listens on ${colours.cyan(at)}`,
    '',
    ...table(rows).map((row) => `  ${row}`),
    '',
    'Try it:',
    '',
    ...curlLines(facts),
    '',
  ].join('\n');
}
