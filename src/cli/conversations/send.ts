import type { MemoryIngestResponse } from '../../client/index.js';
import { Transport } from '../../client/transport.js';
import type { Remote } from '../remote/remote.js';
import { serviceFetch } from '../remote/service-fetch.js';
import type { Message } from './message.js';
import { partsOf } from './parts.js';

/** Which conversation it is, and of which user. */
interface Conversation {
  user_id: string;
  agent_id?: string;
  namespace?: string;
  session_id: string;
  messages: readonly Message[];
  metadata?: Record<string, unknown>;
}

interface Sent {
  session_id: string;
  episode_ids: string[];
  received: number;
  added: number;
  skipped: number;
  parts: number;
  deriving: boolean;
}

const TIMEOUT_MS = 120_000;
const RETRIES = 6;

/** Waits for a service that is overloaded or says when to retry. */
export const transportTo = (remote: Remote) =>
  new Transport({ ...remote, timeoutMs: TIMEOUT_MS, retries: RETRIES, fetch: serviceFetch });

/** Sends a conversation part by part. Sending it again adds only what is new. */
export async function sendConversation(
  transport: Transport,
  { messages, ...conversation }: Conversation,
  { signal, passed }: { signal?: AbortSignal; passed?: (messages: readonly Message[]) => void } = {},
): Promise<Sent> {
  const { session_id } = conversation;
  const sent: Sent = { session_id, episode_ids: [], received: 0, added: 0, skipped: 0, parts: 0, deriving: false };
  for (const part of partsOf(messages)) {
    const call = { method: 'POST', path: '/memory/ingest', input: { ...conversation, ...part } };
    const response = (await transport.call(call, signal ? { signal } : {})) as MemoryIngestResponse;
    for (const figure of ['received', 'added', 'skipped'] as const) sent[figure] += response[figure];
    if (!sent.episode_ids.includes(response.episode_id)) sent.episode_ids.push(response.episode_id);
    sent.deriving ||= response.deriving;
    sent.parts++;
    passed?.(part.messages);
  }
  return sent;
}
