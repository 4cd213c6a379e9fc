import { type Figures, type Ledger, noFigures } from './ledger.js';
import { pause, type Target } from './target.js';
import { BATCH, sendAgain, WRITERS } from './writers.js';

const PAGE = '200';
/** The most items that a session of working memory keeps. */
const KEPT_ITEMS = 100;

/** How many more times a request is repeated after a 503. */
const TRIES = 20;

/** Repeats the requests that got no response, as clients would: as many concurrently as there are writers. */
export async function repeatUnanswered(target: Target, ledger: Ledger, figures: Figures): Promise<void> {
  const open = ledger.unanswered.splice(0);
  figures.repeated += open.length;
  const repeat = async () => {
    for (let sent = open.pop(); sent; sent = open.pop()) {
      let status = 0;
      for (let tries = 0; tries < TRIES && status !== 201; tries++) {
        status = await sendAgain(target, ledger, sent);
        if (status === 503) await pause(500);
      }
      if (status !== 201) ledger.faults.push(`the repetition ${sent.token} got status ${status}`);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, repeat));
}

/** Compares what is stored with what was acknowledged. */
export async function verify(target: Target, ledger: Ledger, figures: Figures): Promise<void> {
  await checkMemories(target, ledger, figures);
  await checkEvents(target, ledger, figures);
  await checkItems(target, ledger, figures);
  figures.acknowledged += ledger.acknowledged.size;
  figures.refused += (ledger.statuses.get(503) ?? 0) + (ledger.statuses.get(429) ?? 0);
  figures.faults += ledger.faults.length;
  if (ledger.faults[0] !== undefined) figures.firstFault ??= ledger.faults[0];
}

/** The end of a round in which the service stayed up. */
export async function checkRound(target: Target, ledger: Ledger, figures: Figures & { rounds: number }): Promise<void> {
  await repeatUnanswered(target, ledger, figures);
  await verify(target, ledger, figures);
  figures.rounds++;
}

/** Checks every round once more: no later failure may have destroyed what an earlier one left. */
export async function verifyAgain(target: Target, ledgers: readonly Ledger[], figures: Figures, repeat: boolean) {
  const again = noFigures();
  for (const ledger of ledgers) {
    if (repeat) await repeatUnanswered(target, ledger, figures); // the leases of dead nodes have expired by now
    await verify(target, ledger, again);
  }
  for (const name of ['lost', 'partialBatches', 'seqFaults', 'itemFaults', 'doubled', 'faults'] as const)
    figures[name] = Math.max(figures[name], again[name]);
}

/** Whether the service stores again. */
export async function stores(target: Target, ledger: Ledger): Promise<boolean> {
  const content = `Stored after the failure, ${performance.now()}`;
  const { status, body } = await target.post('/memory/store', { user_id: ledger.user, content });
  if (status === 201) ledger.acknowledged.add(body.id);
  return status === 201;
}

async function checkMemories(target: Target, ledger: Ledger, figures: Figures): Promise<void> {
  const found = new Set<string>();
  const batches = new Map<string, number>();
  const tokens = new Map<string, number>();
  const count = (counts: Map<string, number>, name: string | undefined) =>
    name !== undefined && counts.set(name, (counts.get(name) ?? 0) + 1);
  for await (const page of target.pages('/memory', { user_id: ledger.user, limit: PAGE })) {
    for (const memory of page.memories) {
      found.add(memory.id);
      count(batches, memory.metadata.batch);
      count(tokens, memory.metadata.token);
    }
  }
  figures.lost += [...ledger.acknowledged].filter((id) => !found.has(id)).length;
  figures.unacknowledged += [...found].filter((id) => !ledger.acknowledged.has(id)).length;
  figures.batches += batches.size;
  figures.partialBatches += [...batches.values()].filter((size) => size !== BATCH).length;
  figures.partialBatches += [...ledger.batches].filter((batch) => !batches.has(batch)).length;
  figures.doubled += [...tokens.values()].filter((size) => size > 1).length;
}

async function checkEvents(target: Target, ledger: Ledger, figures: Figures): Promise<void> {
  const places: { seq: number; id: string }[] = [];
  for await (const page of target.pages('/memory/episodes', { id: ledger.episode, limit: PAGE }))
    places.push(...page.events);
  figures.events += places.length;
  figures.seqFaults += places.filter(({ seq }, i) => seq !== i + 1).length;
  const at = new Map(places.map(({ seq, id }) => [seq, id]));
  figures.seqFaults += [...ledger.events].filter(([seq, id]) => at.get(seq) !== id).length;
}

/** The latest items of each writer are there, in order and without gaps; only the oldest overall were evicted. */
async function checkItems(target: Target, ledger: Ledger, figures: Figures): Promise<void> {
  const { status, body } = await target.call('GET', `/memory/working?session_id=${ledger.session}`);
  if (status !== 200) throw new Error(`Working memory returned ${status}`);
  const items = (body.items as { content: { writer: number; i: number } }[]).map((item) => item.content);
  figures.items += items.length;
  const acknowledged = [...ledger.items.values()].flat().filter((i) => i >= 0).length;
  if (items.length < Math.min(KEPT_ITEMS, acknowledged)) figures.itemFaults++;
  for (const [writer, sent] of ledger.items) {
    const kept = items.filter((item) => item.writer === writer).map((item) => item.i);
    // A negative number was not acknowledged: the item may exist or not.
    const due = sent.filter((i) => i >= 0 || kept.includes(-i - 1)).map((i) => (i < 0 ? -i - 1 : i));
    const last = due.slice(due.length - kept.length);
    if (kept.some((i, at) => i !== last[at])) figures.itemFaults++;
    if (acknowledged <= KEPT_ITEMS - 32 && kept.length < due.length) figures.itemFaults++;
  }
}
