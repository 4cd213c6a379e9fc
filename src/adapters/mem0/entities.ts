import { NO_AGENT, NOBODY } from './memory.js';
import { camelCase, type Options, textOf } from './options.js';

/** Whom a memory belongs to, as mem0's client accepts it; names with underscores are accepted too. */
export interface Entity {
  userId?: string;
  agentId?: string;
  appId?: string;
  runId?: string;
  user_id?: string;
  agent_id?: string;
  app_id?: string;
  run_id?: string;
}

export const ENTITIES = ['userId', 'agentId', 'appId', 'runId'] as const;
export type EntityName = (typeof ENTITIES)[number];
export const isEntity = (name: string) => ENTITIES.some((one) => one === camelCase(name));
export type Entities = Partial<Record<EntityName, string>>;

/** The entities among the options. An empty id is an error: it would mean everybody. */
export function entitiesOf(options: Options): Entities {
  const entities: Entities = {};
  for (const name of ENTITIES) if (options[name] !== undefined) entities[name] = textOf(name, options[name]);
  if (entities.userId?.startsWith(NOBODY)) throw new Error(`userId must not begin with "${NOBODY}"`);
  if (entities.agentId === NO_AGENT) throw new Error(`agentId must not be "${NO_AGENT}", which stands for no agent`);
  return entities;
}

/** The service's fields with which a memory of these entities is stored. */
export function ownerOf(call: string, { userId, agentId, appId, runId }: Entities) {
  const [kind, name] = agentId ? ['agent', agentId] : appId ? ['app', appId] : ['run', runId];
  if (!userId && !name) throw new Error(`${call}: give userId, agentId, appId or runId to say whose memory it is`);
  return {
    user_id: userId ?? `${NOBODY}${kind}/${name}`,
    ...(agentId ? { agent_id: agentId } : {}),
    metadata: { ...(appId ? { app_id: appId } : {}), ...(runId ? { run_id: runId } : {}) },
  };
}
