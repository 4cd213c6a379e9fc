import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StubReader } from '../../../test/support/stub-reader.js';
import type { Fit } from '../../readers/reader.js';
import type { Reading } from '../memories/search/read-with.js';
import { asides } from './asides.js';
import type { Contradiction } from './sql/timeline.js';

/** Finds that what says where somebody lives fits the topic. */
class HomeReader extends StubReader {
  readonly seen = new Set<string>();

  override async fit(_: string, texts: readonly string[]): Promise<Fit[]> {
    for (const text of texts) this.seen.add(text);
    return texts.map((text) => ({ relevance: /lives/.test(text) ? 5 : -5, needed: 0 }));
  }
}

const contradiction = (older: string, part: string): Contradiction => ({
  ...{ older, newer: `after ${older}`, isOpen: true, isBoth: false, confidence: 0.7, part },
});

function aboutHome() {
  const reader = new HomeReader();
  const request = { reader, db: { keyId: 'k' } } as unknown as Reading;
  const signal = new AbortController().signal;
  const subject = { topic: 'home', about: new Set<string>(), signal, fits: new Map(), olders: new Map() };
  const found = (contradictions: Contradiction[], contentOf: (id: string) => string | undefined) =>
    asides(request, subject, contradictions, contentOf);
  return { reader, found };
}

const NURSE = 'works as a nurse at the clinic.';
const SHORT = `Ola lives in Bergen and ${NURSE}`;

test('a memory of many clauses takes nothing from another, whichever is first', async () => {
  const texts = new Map([
    ['short', SHORT],
    ['long', Array.from({ length: 60 }, (_, at) => `Ola keeps hive ${at} here.`).join(' ')],
  ]);
  const [short, long] = [contradiction('short', NURSE), contradiction('long', 'Ola keeps hive 50 here.')];
  for (const contradictions of [
    [short, long],
    [long, short],
  ]) {
    const { found } = aboutHome();
    assert.deepEqual([...(await found(contradictions, (id) => texts.get(id)))], [short]);
  }
});

test('a clause may follow a line break', async () => {
  const { found } = aboutHome();
  const job = contradiction('job', 'Ola works as a nurse');
  assert.deepEqual([...(await found([job], () => 'Ola works as a nurse\nOla lives in Bergen'))], [job]);
});

test('the beginning of each memory is read once, with turns for others in between', async () => {
  const { reader, found } = aboutHome();
  const all = Array.from({ length: 60 }, (_, at) => contradiction(`m${at}`, NURSE));
  let read = 0;
  const contentOf = () => {
    read++;
    return `Ola ${NURSE} ${'Tea is fine. '.repeat(8_000)}Ola lives in Bergen.`;
  };
  let turns = 0;
  let next = setImmediate(function turn() {
    turns++;
    next = setImmediate(turn);
  });
  for (let round = 0; round < 4; round++) assert.equal((await found(all, contentOf)).size, 0);
  clearImmediate(next);
  assert.equal(read, all.length);
  assert.ok(turns >= 10, `${turns} turns`);
  assert.ok(![...reader.seen].some((text) => text.includes('Bergen')));
});
