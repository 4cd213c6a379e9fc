import type { AdminKey } from '../config/admin-key.js';
import { spendOne } from '../edge/call-checks.js';
import { Idempotency } from '../edge/idempotency/idempotency.js';
import { AuditLog } from '../features/audit/log.js';
import { startEvents } from '../features/events/events.js';
import { Deriver } from '../features/ingest/derive.js';
import { KeyRegistry } from '../features/keys/registry.js';
import { Sessions } from '../features/keys/sessions.js';
import { RetrievalCounter } from '../features/memories/search/retrieval-counter.js';
import { auditSecretOf } from '../features/system/secrets.js';
import { vitalsOf } from '../features/system/vitals.js';
import { UsageCounter } from '../features/usage/counter.js';
import type { Foundation, Start } from './foundation.js';
import { limitsOf } from './limits.js';

export type Features = Awaited<ReturnType<typeof startFeatures>>;

/** What features hold while the service runs: counters, events, keys. */
export async function startFeatures(
  { config, overrides, clock, log, nodeId, keep }: Start,
  { database, watch, compute, embedder, reader, llm }: Foundation,
  adminKey: AdminKey,
) {
  const retrievals = keep(new RetrievalCounter({ database, clock }), (part) => part.close());
  const usage = keep(new UsageCounter({ database, clock }), (part) => part.close());
  const secret = await auditSecretOf(database);
  const audit = keep(new AuditLog({ database, clock, days: config.auditDays, secret }), (part) => part.close());
  const calls = { inFlight: 0, begun: 0 };
  const work = { database, embedder, reader, compute, llm, clock, log, audit, foreground: () => calls };
  const { webhookAllow, sealKey: sealKeys } = config;
  const events = await startEvents({ ...work, watch, webhookAllow, sealKeys, resolve: overrides.resolve });
  keep(events.sender, (part) => part.close());
  const limits = limitsOf({ database, clock, nodeId, config });
  const keys = new KeyRegistry({
    ...{ database, clock, adminKeys: [adminKey.key, ...adminKey.others], issuerKeys: config.issuerKey },
    onChange: (id) => events.streams.keyChanged(id),
  });
  const deriver = new Deriver({ ...work, maxWaitMs: overrides.maxWaitMs });
  const sessions = new Sessions({
    ...{ database, clock, keys },
    onEnd: (id) => events.streams.sessionEnded(id),
    spend: (caller) => spendOne(limits.limiter, caller),
  });
  const vitals = vitalsOf(database);
  const idempotency = new Idempotency({ database, clock, nodeId });
  return { retrievals, usage, audit, calls, work, events, limits, keys, deriver, sessions, vitals, idempotency };
}
