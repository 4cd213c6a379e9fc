import type { Caller } from '../../features/keys/caller.js';
import { systemClock } from '../../kernel/clock.js';
import { RecollectError } from '../../kernel/errors.js';
import { type IdSource, randomIds } from '../../kernel/ids.js';
import type { Rendered, RepeatableRequest } from '../idempotency/idempotency.js';
import { RateLimiter } from '../limits/rate-limiter.js';
import type { PipelineParts } from '../pipeline.js';

const KEYS: Record<string, Caller> = {};
for (const [name, scopes] of Object.entries({ rw: ['read', 'write'], ro: ['read'], wo: ['write'] } as const)) {
  KEYS[name] = { kind: 'key', keyId: name, name, tier: 'free', scopes, address: '' };
}
KEYS.admin = { kind: 'admin', address: '' };
KEYS.issuer = { kind: 'issuer', issuerId: 'issuer_1', address: '' };

/** Keys are words, usage is a list, replays are a map: only the edge is under test. */
export function fakeParts(perMinute = 0) {
  const counted: { route: string; status: number; tokens: number; keyId: string; latencyMs: number }[] = [];
  const kept = new Map<string, Rendered>();
  const ids = randomIds(() => Date.now());
  const logged: { level: string; fields: Record<string, unknown>; message: string }[] = [];
  const to = (level: string) => (fields: object, message: string) =>
    void logged.push({ level, fields: fields as Record<string, unknown>, message });
  const log = { debug: to('debug'), info: to('info'), warn: to('warn'), error: to('error') };
  const keys = {
    async authenticate(authorization: string | undefined, address: string): Promise<Caller> {
      const caller = KEYS[/^Bearer (\w+)$/.exec(authorization ?? '')?.[1] ?? ''];
      if (authorization === 'Bearer revoked') throw new RecollectError('key_revoked', 'This key is revoked.');
      if (!caller) throw new RecollectError(authorization ? 'invalid_key' : 'missing_key', 'Send a key.');
      return { ...caller, address };
    },
  };
  const idempotency = {
    async run({ keyId, token, operation, bodyHash }: RepeatableRequest, work: (ids: IdSource) => Promise<Rendered>) {
      const name = JSON.stringify([keyId, token, operation, bodyHash]);
      const before = kept.get(name);
      if (before) return { ...before, replayed: true };
      const { status, body } = await work(ids);
      kept.set(name, { status, body });
      return { status, body, replayed: false };
    },
  };
  const database = { tenant: (keyId: string) => ({ keyId, run: () => Promise.reject(new Error('no database here')) }) };
  const limiter = new RateLimiter({ clock: systemClock, perMinute });
  const usage = { count: (one: (typeof counted)[number]) => void counted.push(one) };
  const parts = {
    clock: systemClock,
    log,
    keys,
    usage,
    audit: { note: () => {}, flush: async () => {}, records: () => false },
    database,
    limiter,
    idempotency,
    storageLimit: () => null,
    baseUrl: () => '',
  };
  return { parts: parts as unknown as PipelineParts, counted, logged, log };
}
