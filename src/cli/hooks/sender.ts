import { join } from 'node:path';
import { ApiError } from '../../client/errors.js';
import type { MemoryIngestResponse } from '../../client/index.js';
import { Transport } from '../../client/transport.js';
import type { Message } from '../conversations/message.js';
import { partsOf } from '../conversations/parts.js';
import { serviceFetch } from '../remote/service-fetch.js';
import { ContextCopies, fetchContext } from './context.js';
import { SenderFiles, type SenderState } from './sender-state.js';
import { sweepFolder } from './session.js';
import type { HookSettings } from './settings.js';
import { type Entry, Spool } from './spool.js';

/** Entries of one session that are sent in one call. */
interface Load {
  entry: Entry;
  names: string[];
  messages: Message[];
}

const TIMEOUT_MS = 20_000;
const WORK_MS = 120_000;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 600_000;
/** Limits of one call. A call consists of whole entries, so it can be repeated unchanged. */
const MAX_TURNS = 100;
const MAX_CHARACTERS = 800_000;
/** Errors in the entry itself, which a retry will not fix. */
const HOPELESS = new Set([400, 409, 413, 415, 422]);

/** Sends what is waiting in the spool. Runs in its own process, detached from the agent; one at a time. */
export async function sendSpool(settings: HookSettings): Promise<void> {
  const files = new SenderFiles(settings.folder);
  const spool = new Spool(settings.folder);
  const until = Date.now() + WORK_MS;
  while (settings.key !== undefined && spool.list().length > 0 && Date.now() < until && files.lock()) {
    try {
      const isDone = await sendAll(settings, { spool, files, until });
      for (const name of ['sessions', 'positions', 'context']) sweepFolder(join(settings.folder, name), Date.now());
      if (!isDone) return;
    } finally {
      files.unlock();
    }
    // An entry may have arrived between the last check and the unlocking.
  }
}

interface Parts {
  spool: Spool;
  files: SenderFiles;
  until: number;
}

/** Returns false if the service could not accept it now. */
async function sendAll(settings: HookSettings, { spool, files, until }: Parts): Promise<boolean> {
  while (Date.now() < until) {
    const load = nextLoad(spool);
    if (!load) return true;
    try {
      if (load.entry.context) await refresh(settings, load.entry.project);
      else await deliver(transportOf(settings), settings, files, load);
      spool.remove(load.names);
      const { error, ...before } = files.read();
      files.write({ ...before, failures: 0, retryAt: 0, sentAt: Date.now(), sent: before.sent + load.messages.length });
    } catch (error) {
      if (load.entry.context)
        spool.remove(load.names); // the next session requests it again
      else if (error instanceof ApiError && HOPELESS.has(error.status)) {
        spool.remove(load.names);
        const before = files.read();
        files.write({ ...before, refused: before.refused + load.names.length, error: error.message });
        continue;
      }
      files.write(afterFailure(files.read(), error));
      return false;
    }
  }
  return true;
}

/** Throws if the key cannot be one. */
const transportOf = (settings: HookSettings) =>
  new Transport({
    url: settings.url,
    key: settings.key as string,
    timeoutMs: TIMEOUT_MS,
    retries: 0,
    fetch: serviceFetch,
  });

async function refresh(settings: HookSettings, project: string): Promise<void> {
  new ContextCopies(settings).write(project, await fetchContext(settings, project, TIMEOUT_MS));
}

/** The oldest entry and the other waiting entries of its session. */
function nextLoad(spool: Spool): Load | null {
  let load: Load | null = null;
  let size = 0;
  for (const { name } of spool.list()) {
    const entry = spool.read(name);
    if (!entry || (!entry.context && entry.messages.length === 0)) {
      spool.remove([name]);
      continue;
    }
    if (entry.context) {
      if (!load) return { entry, names: [name], messages: [] };
      continue;
    }
    if (load && (load.entry.session !== entry.session || load.entry.agent !== entry.agent)) continue;
    const characters = entry.messages.reduce((sum, { content }) => sum + content.length, 0);
    if (load && (load.messages.length + entry.messages.length > MAX_TURNS || size + characters > MAX_CHARACTERS)) break;
    load ??= { entry, names: [], messages: [] };
    load.names.push(name);
    load.messages.push(...entry.messages);
    size += characters;
  }
  return load;
}

/** The position in the session makes a repetition harmless. If it does not fit, the service finds the position. */
async function deliver(transport: Transport, settings: HookSettings, files: SenderFiles, load: Load): Promise<void> {
  const { entry } = load;
  for (const { messages } of partsOf(load.messages)) {
    const input = {
      user_id: settings.userId,
      agent_id: settings.agentId ?? entry.agent,
      namespace: settings.namespace,
      session_id: entry.session.slice(0, 256),
      metadata: { source: entry.agent, project: entry.project },
      messages,
    };
    const position = files.position(entry.session);
    const send = (more: { position?: number }) =>
      transport.call({ method: 'POST', path: '/memory/ingest', input: { ...input, ...more } }) as Promise<
        Partial<MemoryIngestResponse>
      >;
    const response = await send(position === undefined ? {} : { position }).catch((error: unknown) => {
      const isPositionRejected = error instanceof ApiError && (error.status === 409 || error.status === 400);
      if (position === undefined || !isPositionRejected) throw error;
      return send({});
    });
    const last = response.turns?.at(-1)?.position;
    files.setPosition(entry.session, response.total ?? (last === undefined ? undefined : last + 1));
  }
}

function afterFailure(before: SenderState, error: unknown): SenderState {
  const failures = before.failures + 1;
  const asked = error instanceof ApiError && error.retryAfter !== null ? error.retryAfter * 1_000 : 0;
  const pause = Math.max(asked, Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS));
  return {
    ...before,
    failures,
    retryAt: Date.now() + pause,
    error: error instanceof Error ? error.message : String(error),
  };
}
