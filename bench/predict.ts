/**
 * Predictions of what will be retrieved next, compared with the most recent (retrieved, or stored) and the most retrieved, on the same logs.
 *   node dist/bench/predict.js [--people 20] [--seed 1] [--conversations CORPUS.jsonl[.gz]]
 * Generated sessions (bench/predict/sessions.ts); with --conversations also the conversations of that file: every turn of the user is retrieved by
 * words among the turns before it, session by session, and the next retrieval is predicted. Hit@5: the best match of the retrieval was among the five
 * predicted; MRR over the first twenty; calibration: predicted probabilities compared with observed frequencies.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expectNext, learn } from '../src/features/predict/blend.js';
import { compose, trustOf } from '../src/features/predict/compose.js';
import type { Stored, Use } from '../src/features/predict/log.js';
import { MINUTE } from '../src/kernel/clock.js';
import { queryTerms, termCounts, termTotal } from '../src/text/terms.js';
import { seededRandom } from '../test/support/memories.js';
import { personsLog } from './predict/sessions.js';
import { option, textOption } from './support.js';

/** As many as the service reads. */
const READ = 500;
const LISTED = 20;
const STORED_READ = 200;
const STRATEGIES = ['most recent', 'last stored', 'most retrieved', 'predict', 'with context'] as const;
type Strategy = (typeof STRATEGIES)[number];

interface Score {
  asked: number;
  hits: number;
  reciprocal: number;
}
const scores = () =>
  Object.fromEntries(STRATEGIES.map((name) => [name, { asked: 0, hits: 0, reciprocal: 0 }])) as Record<Strategy, Score>;

const mostRecent = (before: readonly Use[]) => [...new Set([...before].reverse().flatMap((use) => use.ids))];

function mostRetrieved(before: readonly Use[]): string[] {
  const counts = new Map<string, number>();
  for (const id of mostRecent(before)) counts.set(id, 0); // ties: the more recent first
  for (const use of before) for (const id of use.ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([id]) => id);
}

/** Predicted probabilities in ten bins: their count, their sum, and how many came true. */
const steps = Array.from({ length: 10 }, () => ({ count: 0, predicted: 0, came: 0 }));

/** A retrieval to predict; `context` is what would be retrieved for the last turn. */
type Next = Use & { context?: readonly string[] };

/** The service's own composition, except for memories that nothing is known about: these logs do not record importance. */
async function predicted(before: readonly Use[], stored: readonly Stored[], next: Next) {
  const learnt = await learn(before, stored, next.at);
  const made = { learnt, expected: expectNext(learnt, next.at), standing: { best: [], memories: 0 } };
  const alone = compose({ ...made, context: null }).slice(0, LISTED);
  for (const { id, probability } of alone) {
    const step = steps[Math.min(9, Math.floor(probability * 10))];
    if (!step) continue;
    step.count++;
    step.predicted += probability;
    if (next.ids.includes(id)) step.came++;
  }
  const informed = next.context ? compose({ ...made, context: { ids: next.context, trust: trustOf(0.5) } }) : null;
  return { alone: alone.map(({ id }) => id), informed: informed?.map(({ id }) => id) };
}

function note(score: Score, list: readonly string[], wanted: string): void {
  const place = list.slice(0, LISTED).indexOf(wanted);
  score.asked++;
  if (place >= 0 && place < 5) score.hits++;
  if (place >= 0) score.reciprocal += 1 / (place + 1);
}

interface Log {
  log: readonly Next[];
  stored: readonly Stored[];
}

async function replay({ log, stored }: Log, from: number, every: number, into: Record<Strategy, Score>): Promise<void> {
  for (let i = from; i < log.length; i += every) {
    const next = log[i] as Next;
    const before = log.slice(Math.max(0, i - READ), i);
    const wanted = next.ids[0] as string;
    note(into['most recent'], mostRecent(before), wanted);
    const there = stored.filter(({ at }) => at < next.at).slice(-STORED_READ);
    note(
      into['last stored'],
      [...there].reverse().map(({ id }) => id),
      wanted,
    );
    note(into['most retrieved'], mostRetrieved(before), wanted);
    const { alone, informed } = await predicted(before, there, next);
    note(into.predict, alone, wanted);
    if (informed) note(into['with context'], informed, wanted);
  }
}

function print(name: string, into: Record<Strategy, Score>): void {
  console.log(`${name}: ${into.predict.asked} retrievals predicted`);
  for (const strategy of STRATEGIES) {
    const { asked, hits, reciprocal } = into[strategy];
    if (asked === 0) continue;
    const [hit, mrr] = [(100 * hits) / asked, reciprocal / asked];
    console.log(`  ${strategy.padEnd(14)} hit@5 ${hit.toFixed(1).padStart(5)} %  MRR ${mrr.toFixed(3)}`);
  }
  let off = 0;
  let all = 0;
  for (const { count, predicted: sum, came } of steps) {
    if (count) off += Math.abs(sum - came);
    all += count;
  }
  console.log(`  calibration error of predict ${((100 * off) / Math.max(1, all)).toFixed(1)} points`);
  for (const { count, predicted: sum, came } of steps)
    if (count)
      console.log(
        `    said ${((100 * sum) / count).toFixed(0).padStart(3)} %, came ${((100 * came) / count).toFixed(0).padStart(3)} % (${count})`,
      );
  for (const step of steps) Object.assign(step, { count: 0, predicted: 0, came: 0 });
}

interface Turn {
  id: string;
  text: string;
  ts: string;
  role: string;
  session: string;
}

/**
 * Every turn of the user, retrieved by words (BM25) among the turns before it. A turn takes two minutes; a session begins at its
 * time. The context is what would be retrieved for the turn before.
 */
function conversationLog(turns: readonly Turn[]): Log {
  const terms = turns.map((turn) => termCounts(turn.text));
  const lengths = terms.map(termTotal);
  const log: Next[] = [];
  const stored: Stored[] = [];
  const holders = new Map<string, number>();
  let at = 0;
  let total = 0;
  const lookUp = (text: string, until: number): string[] => {
    const asked = [...queryTerms(text).keys()];
    const scored = turns.slice(0, until).map(({ id }, j) => {
      let score = 0;
      for (const term of asked) {
        const tf = terms[j]?.get(term) ?? 0;
        const df = holders.get(term) ?? 0;
        const norm = 0.25 + (0.75 * (lengths[j] as number)) / (total / until);
        if (tf) score += Math.log(1 + (until - df + 0.5) / (df + 0.5)) * ((tf * 2.2) / (tf + 1.2 * norm));
      }
      return { id, score };
    });
    const found = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
    return found.slice(0, 10).map(({ id }) => id);
  };
  turns.forEach((turn, i) => {
    at = Math.max(at + 2 * MINUTE, turn.session !== turns[i - 1]?.session ? Date.parse(turn.ts) : 0);
    const ids = turn.role === 'user' && i > 0 ? lookUp(turn.text, i) : [];
    if (ids.length) log.push({ at, ids, context: lookUp(turns[i - 1]?.text ?? '', i) });
    stored.push({ id: turn.id, at });
    for (const term of terms[i]?.keys() ?? []) holders.set(term, (holders.get(term) ?? 0) + 1);
    total += lengths[i] as number;
  });
  return { log, stored };
}

const generated = scores();
const random = seededRandom(option('seed', 1));
for (let number = 0; number < option('people', 20); number++) {
  const person = personsLog(random);
  await replay(person, Math.floor(person.log.length / 3), 4, generated);
}
print('generated sessions', generated);

const corpus = textOption('conversations');
if (corpus) {
  const file = readFileSync(corpus);
  const text = (corpus.endsWith('.gz') ? gunzipSync(file) : file).toString('utf8');
  const conversations = scores();
  for (const line of text.split('\n').filter(Boolean)) {
    const { memories } = JSON.parse(line) as { memories: Turn[] };
    await replay(conversationLog(memories), 5, 1, conversations);
  }
  print('conversations', conversations);
}
