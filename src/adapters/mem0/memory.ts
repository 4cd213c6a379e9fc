import type { Memory as Kept } from '../../client/index.js';

/** A memory as mem0's client returns it. */
export interface Memory {
  id: string;
  memory: string;
  userId: string | null;
  agentId: string | null;
  runId: string | null;
  appId: string | null;
  metadata: Record<string, unknown>;
  /** The given ones, and the category that the service has determined, if any. */
  categories: string[];
  /** When it happened, if a `timestamp` was given; else when it was added. */
  createdAt: Date;
  updatedAt: Date;
  /** The last day on which it can be found. */
  expirationDate: string | null;
  score?: number;
  event?: string;
}

/** Values of the service: the agent of memories without one, and the category of texts about nothing in particular. */
export const NO_AGENT = 'default';
const NO_CATEGORY = 'other';
/** The service stores every memory under a user. Memories of only an agent, an app or a run have a user that begins with this. */
export const NOBODY = 'mem0/';

export function memoryOf(kept: Kept): Memory {
  const { run_id, app_id, ...given } = kept.metadata as Record<string, unknown>;
  const metadata = withoutSources(given);
  return {
    id: kept.id,
    memory: kept.content,
    userId: kept.user_id.startsWith(NOBODY) ? null : kept.user_id,
    agentId: kept.agent_id === NO_AGENT ? null : kept.agent_id,
    runId: typeof run_id === 'string' ? run_id : null,
    appId: typeof app_id === 'string' ? app_id : null,
    metadata,
    categories: [...new Set([...kept.tags, ...(kept.category === NO_CATEGORY ? [] : [kept.category])])],
    createdAt: new Date(kept.valid_from ?? kept.created_at),
    updatedAt: new Date(kept.updated_at),
    expirationDate: kept.expires_at === null ? null : lastDayBefore(kept.expires_at),
  };
}

/** Removes where a statement comes from, which is the service's own note. */
function withoutSources({ derived_from, ...metadata }: Record<string, unknown>): Record<string, unknown> {
  if (!Array.isArray(derived_from)) return derived_from === undefined ? metadata : { ...metadata, derived_from };
  const { session_id, ...rest } = metadata;
  return rest;
}

const MINUTE_MS = 60_000;
/** Rounded to the minute: the end of a day is sent to the service in seconds from now, and the request takes time. */
const lastDayBefore = (end: number) =>
  new Date(Math.round(end / MINUTE_MS) * MINUTE_MS - 1).toISOString().slice(0, 'YYYY-MM-DD'.length);
