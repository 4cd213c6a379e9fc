import { text } from 'node:stream/consumers';
import type { KeysEraseResponse } from '../client/generated.js';
import { configOfProcess } from '../config/config.js';
import { DAY, HOUR, MINUTE } from '../kernel/clock.js';
import { type ExportOptions, exportFrom } from './export.js';
import { EXIT, Failure } from './failure.js';
import { countText } from './output/count-text.js';
import { table } from './output/terminal.js';
import { adminClientOf, adminOrKeyClientOf, asked, clientOf, print, printJson } from './remote/client.js';
import { callRemote, type Remote, type RemoteOptions } from './remote/remote.js';
import { addressOf, adminKeyOf } from './remote/running.js';
import { stopSignals } from './stop-signals.js';

export interface KeyOptions extends RemoteOptions {
  json?: boolean;
  children?: boolean;
}
export interface CreateOptions extends KeyOptions {
  name: string;
  owner?: string;
  scopes?: string;
  readOnly?: boolean;
  expires?: string;
  tier?: 'free' | 'pro';
  audit?: boolean;
  userId?: string;
  agentId?: string;
  namespace?: string;
}

const UNITS: Readonly<Record<string, number>> = { m: MINUTE, h: HOUR, d: DAY };

/** `30d` from now, or a date. */
function endOf(text: string): number {
  const [, amount, unit] = /^(\d+)([mhd])$/.exec(text) ?? [];
  const end = unit ? Date.now() + Number(amount) * (UNITS[unit] as number) : Date.parse(text);
  if (Number.isNaN(end))
    throw new Failure('--expires must be a time such as 12h or 30d, or a date such as 2027-01-31.');
  return end;
}

const scopesIn = (text: string | undefined) =>
  text?.split(',').map((scope) => scope.trim()) as ('read' | 'write')[] | undefined;

/** The secret is shown only once. */
export async function createKey({ name, json, ...options }: CreateOptions) {
  const { owner, userId, agentId, namespace, tier, audit = true, expires, readOnly, ...remote } = options;
  const isChild = userId !== undefined;
  if (!isChild && (agentId !== undefined || namespace !== undefined))
    throw new Failure('--agent-id and --namespace need --user-id: they say what a child key sees of one user.');
  if (isChild && (owner !== undefined || tier !== undefined || !audit))
    throw new Failure(
      'A child key has the owner, the tier and the audit setting of its parent: leave out --owner, --tier and --no-audit.',
    );
  const scopes = scopesIn(readOnly ? 'read' : options.scopes);
  const common = { name, ...(scopes ? { scopes } : {}), ...(expires ? { expires_at: endOf(expires) } : {}) };
  const made = isChild
    ? await asked(clientOf(remote).keys.mintChild({ ...common, user_id: userId, agent_id: agentId, namespace }))
    : await asked(
        (await adminClientOf(remote)).keys.mint({ ...common, ...(owner ? { owner } : {}), tier: tier ?? 'pro', audit }),
      );
  if (json) printJson(made);
  else print(`${made.key}\n\nThe secret is shown only this once. Its id is ${made.id}.`);
  return EXIT.ok;
}

export async function listKeys({ json, children, ...remote }: KeyOptions) {
  const client = children ? clientOf(remote) : await adminClientOf(remote);
  const list = children ? client.keys.children : client.keys.list;
  const keys: Awaited<ReturnType<typeof client.keys.list>>['keys'] = [];
  await asked(
    (async () => {
      for await (const key of list.items({ limit: 200 })) keys.push(key);
    })(),
  );
  if (json) printJson(keys);
  else {
    const rows = keys.map((key) => [
      key.id,
      key.revoked_at ? 'revoked' : key.expires_at !== null && key.expires_at <= Date.now() ? 'expired' : key.tier,
      key.scopes.join(','),
      new Date(key.created_at).toISOString().slice(0, 10),
      key.bound_to?.user_id ?? '',
      key.name,
    ]);
    print(table([['ID', 'TIER', 'SCOPES', 'CREATED', 'USER', 'NAME'], ...rows]).join('\n'));
  }
  return EXIT.ok;
}

export async function revokeKey(id: string, { json, ...remote }: KeyOptions) {
  const client = await adminOrKeyClientOf(remote);
  const response = await asked(client.keys.revoke({ id }));
  if (json) printJson(response);
  else print(`${id} is revoked: calls with it return 403 from now on.`);
  return EXIT.ok;
}

export interface ChangeOptions extends KeyOptions {
  name?: string;
  tier?: 'free' | 'pro';
  scopes?: string;
  expires?: string;
}
export async function changeKey(id: string, { name, tier, scopes, expires, json, ...remote }: ChangeOptions) {
  const client = await adminClientOf(remote);
  const change = {
    ...{ id, name, tier, scopes: scopesIn(scopes) },
    ...(expires === undefined ? {} : { expires_at: expires === 'never' ? null : endOf(expires) }),
  };
  const key = await asked(client.keys.change(change));
  if (json) printJson(key);
  else {
    const end = key.expires_at === null ? 'never expires' : `expires at ${new Date(key.expires_at).toISOString()}`;
    print(`${id} (${key.name}, ${key.tier}, ${key.scopes.join(',')}) ${end}.`);
  }
  return EXIT.ok;
}

async function adminRemoteOf(options: RemoteOptions): Promise<Remote> {
  const config = configOfProcess({});
  return { url: addressOf(options, config), key: await adminKeyOf(options, config) };
}
const dataOf = (id: string) => `/auth/keys/${encodeURIComponent(id)}/data`;

/** In the same format as `recollect export`, or with `--user-id` everything about that user. */
export async function exportKey(id: string, options: Omit<ExportOptions, 'agentId'>) {
  return exportFrom(await adminRemoteOf(options), dataOf(id), options, options.userId !== undefined);
}

export interface EraseOptions extends KeyOptions {
  userId?: string;
  all?: boolean;
}
export async function eraseKey(id: string, { userId, all, json, ...remote }: EraseOptions) {
  if ((userId !== undefined) === (all === true))
    throw new Failure('Give --user-id to erase one user, or --all to erase everything of the key.');
  const query = { user_id: userId, all: all ? 'true' : undefined };
  const { signal } = stopSignals();
  // Not the client, whose calls time out: this may take minutes.
  const response = await callRemote(await adminRemoteOf(remote), { method: 'DELETE', path: dataOf(id), query, signal });
  const erased = JSON.parse(await text(response)) as KeysEraseResponse;
  if (json) printJson(erased);
  else {
    const { users, rows_deleted, receipt } = erased;
    const whose = all ? `${countText(users, 'user')} and everything else` : `everything about ${userId}`;
    print(
      `Erased ${whose} under ${id}: ${countText(receipt.counts.memories ?? 0, 'memory', 'memories')}, ${rows_deleted} rows. Receipt: ${receipt.id}`,
    );
  }
  return EXIT.ok;
}

export interface RotateOptions extends KeyOptions {
  graceSeconds?: string;
}
export async function rotateKey(id: string, { graceSeconds: grace, json, ...remote }: RotateOptions) {
  const seconds = grace === undefined ? undefined : Number(grace);
  if (seconds !== undefined && !(seconds >= 0)) throw new Failure('--grace-seconds must be a number of seconds.');
  const client = await adminOrKeyClientOf(remote);
  const made = await asked(client.keys.rotate({ id, ...(seconds === undefined ? {} : { grace_seconds: seconds }) }));
  if (json) printJson(made);
  else
    print(
      `${made.key}\n\nThe new secret is shown only this once. The old one ${seconds ? `works for ${seconds} s more` : 'no longer works'}.`,
    );
  return EXIT.ok;
}
