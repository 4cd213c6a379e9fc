import { adminClientOf, asked, print, printJson } from './client.js';
import { EXIT, Failure } from './failure.js';
import type { RemoteOptions } from './remote.js';
import { table } from './terminal.js';

export interface KeyOptions extends RemoteOptions {
  json?: boolean;
}
export interface CreateOptions extends KeyOptions {
  name: string;
  owner?: string;
  scopes?: string;
  tier?: 'free' | 'pro';
}

/** The secret is shown this once. */
export async function createKey({ name, owner, scopes = 'read,write', tier = 'pro', json, ...remote }: CreateOptions) {
  const client = await adminClientOf(remote);
  const wanted = scopes.split(',').map((scope) => scope.trim()) as ('read' | 'write')[];
  const made = await asked(client.keys.mint({ name, ...(owner ? { owner } : {}), scopes: wanted, tier }));
  if (json) printJson(made);
  else print(`${made.key}\n\nThis is the only time that the secret is shown. Its id is ${made.id}.`);
  return EXIT.ok;
}

export async function listKeys({ json, ...remote }: KeyOptions) {
  const client = await adminClientOf(remote);
  const keys: Awaited<ReturnType<typeof client.keys.list>>['keys'] = [];
  await asked(
    (async () => {
      for await (const key of client.keys.list.items({ limit: 200 })) keys.push(key);
    })(),
  );
  if (json) printJson(keys);
  else {
    const rows = keys.map((key) => [
      key.id,
      key.revoked_at ? 'revoked' : key.tier,
      key.scopes.join(','),
      new Date(key.created_at).toISOString().slice(0, 10),
      key.name,
    ]);
    print(table([['ID', 'TIER', 'SCOPES', 'CREATED', 'NAME'], ...rows]).join('\n'));
  }
  return EXIT.ok;
}

export async function revokeKey(id: string, { json, ...remote }: KeyOptions) {
  const client = await adminClientOf(remote);
  const answer = await asked(client.keys.revoke({ id }));
  if (json) printJson(answer);
  else print(`${id} is revoked: it answers 403 from now on.`);
  return EXIT.ok;
}

export interface RotateOptions extends KeyOptions {
  graceSeconds?: string;
}
export async function rotateKey(id: string, { graceSeconds: grace, json, ...remote }: RotateOptions) {
  const seconds = grace === undefined ? undefined : Number(grace);
  if (seconds !== undefined && !(seconds >= 0)) throw new Failure('--grace-seconds must be a number of seconds.');
  const client = await adminClientOf(remote);
  const made = await asked(client.keys.rotate({ id, ...(seconds === undefined ? {} : { grace_seconds: seconds }) }));
  if (json) printJson(made);
  else
    print(
      `${made.key}\n\nThis is the only time that the new secret is shown. The old one ${seconds ? `works for ${seconds} s more` : 'is dead'}.`,
    );
  return EXIT.ok;
}
