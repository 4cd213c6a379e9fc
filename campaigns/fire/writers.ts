import { type Ledger, newLedger } from './ledger.js';
import { pause, type Target } from './target.js';

export const WRITERS = 32;
export const BATCH = 10;
/** After a 503 a writer waits like a polite client, but shorter: the campaign has many rounds. */
const REFUSED_PAUSE_MS = 50;
const UNDER_WAY_LIMIT_MS = 20_000;

export interface Shift {
  /** Stops the writers after their current call. */
  stop: boolean;
  /** Whether the service itself may stop: then a cut connection ends its writer and is not a fault. */
  cutsAllowed: boolean;
}

/** A ledger for a new round, with an open episode. */
export async function openLedger(target: Target, name: string): Promise<Ledger> {
  const { status, body } = await target.post('/memory/episodes/start', { agent_id: 'fire', user_id: name });
  if (status !== 201) throw new Error(`An episode could not be started: ${status} ${JSON.stringify(body)}`);
  return newLedger(name, body.id);
}

/** 32 writers: single memories, batches, events of one episode, items of one session, and memories under an `Idempotency-Key`. */
export const startWriters = (target: Target, ledger: Ledger, shift: Shift): Promise<unknown> =>
  Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(target, ledger, shift, writer)));

/** A round: its ledger, and writers at work until `finish` or the end of the service. */
export async function startRound(target: Target, name: string, cutsAllowed: boolean) {
  const ledger = await openLedger(target, name);
  const shift: Shift = { stop: false, cutsAllowed };
  const writing = startWriters(target, ledger, shift);
  await underWay(ledger);
  const finish = async () => {
    shift.stop = true;
    await writing;
  };
  return { ledger, writing, finish };
}

const STEPS = [storeOne, storeBatch, addEvent, putItem, storeRepeatable];

async function write(target: Target, ledger: Ledger, shift: Shift, writer: number): Promise<void> {
  // Each starts at a different step, so that every kind is in flight from the start.
  for (let i = 0; !shift.stop; i++) {
    const step = STEPS[(writer + i) % STEPS.length] as typeof storeOne;
    const began = performance.now();
    try {
      const status = await step(target, ledger, writer, i);
      ledger.slowest.ms = Math.max(ledger.slowest.ms, performance.now() - began);
      ledger.statuses.set(status, (ledger.statuses.get(status) ?? 0) + 1);
      if (status === 503 || status === 429) await pause(REFUSED_PAUSE_MS);
      else if (status !== 201) ledger.faults.push(`${step.name} returned ${status}`);
    } catch (error) {
      if (shift.cutsAllowed) return;
      ledger.faults.push(`${step.name} got no response: ${(error as Error).cause ?? error}`);
    }
  }
}

const named = (writer: number, i: number) => `${writer}-${i}`;

async function storeOne(target: Target, ledger: Ledger, writer: number, i: number): Promise<number> {
  const content = `Writer ${writer} wrote number ${i} of ${ledger.user}`;
  const { status, body } = await target.post('/memory/store', { user_id: ledger.user, content });
  if (status === 201) ledger.acknowledged.add(body.id);
  return status;
}

async function storeBatch(target: Target, ledger: Ledger, writer: number, i: number): Promise<number> {
  const batch = named(writer, i);
  const memories = Array.from({ length: BATCH }, (_, n) => ({
    user_id: ledger.user,
    content: `Writer ${writer} wrote number ${i} of ${ledger.user} and there ${n}`,
    metadata: { batch },
  }));
  const { status, body } = await target.post('/memory/batch', { memories });
  if (status !== 201) return status;
  ledger.batches.add(batch);
  for (const id of body.ids as string[]) ledger.acknowledged.add(id);
  return status;
}

async function addEvent(target: Target, ledger: Ledger, writer: number, i: number): Promise<number> {
  const event = { episode_id: ledger.episode, content: `Writer ${writer} saw number ${i} of ${ledger.user}` };
  const { status, body } = await target.post('/memory/episodes/event', event);
  if (status !== 201) return status;
  if (ledger.events.has(body.seq)) ledger.faults.push(`place ${body.seq} was given out twice`);
  ledger.events.set(body.seq, body.id);
  ledger.acknowledged.add(body.id);
  return status;
}

async function putItem(target: Target, ledger: Ledger, writer: number, i: number): Promise<number> {
  const mine = ledger.items.get(writer) ?? [];
  ledger.items.set(writer, mine);
  const place = mine.push(-i - 1) - 1; // until it gets a response
  const { status } = await target.post('/memory/working', {
    session_id: ledger.session,
    content: { writer, i },
    ttl_seconds: 86_400,
  });
  if (status === 201) mine[place] = i;
  return status;
}

async function storeRepeatable(target: Target, ledger: Ledger, writer: number, i: number): Promise<number> {
  const sent = {
    token: `${ledger.user} ${named(writer, i)}`,
    content: `Writer ${writer} insists on number ${i} of ${ledger.user}`,
  };
  ledger.unanswered.push(sent);
  const status = await sendAgain(target, ledger, sent);
  if (status === 201) ledger.unanswered.splice(ledger.unanswered.indexOf(sent), 1);
  return status;
}

export async function sendAgain(
  target: Target,
  ledger: Ledger,
  { token, content }: { token: string; content: string },
): Promise<number> {
  const memory = { user_id: ledger.user, content, metadata: { token } };
  const { status, body } = await target.post('/memory/store', memory, { 'idempotency-key': token });
  if (status === 201) ledger.acknowledged.add(body.id);
  return status;
}

/** Waits until the writers of a fresh process are at full load: only then is a failure a real test. */
export async function underWay(ledger: Ledger): Promise<void> {
  const slow = () => ledger.acknowledged.size < WRITERS || ledger.batches.size === 0 || ledger.events.size === 0;
  for (let waited = 0; slow() && waited < UNDER_WAY_LIMIT_MS; waited += 5) await pause(5);
}
