import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StubReader } from '../../../test/support/stub-reader.js';
import { inlineCompute } from '../../compute/compute.js';
import { summaryByReading } from './read-summary.js';
import { sentencesTask } from './summary-tasks.js';

/** Wants to keep whatever contains one of these words, the first most. */
class FondReader extends StubReader {
  constructor(readonly words: readonly string[]) {
    super();
  }
  override async keep(pairs: readonly (readonly [string, string])[]) {
    return pairs.map(([text]) => {
      const at = this.words.findIndex((word) => text.includes(word));
      return at < 0 ? -9 : 9 - at;
    });
  }
}

const TURNS = [
  'Ann: The pump in the cellar is mended. Who writes the report for the insurance?',
  'Bob: I will, until Friday.',
  'Ann: Fine. The invoice of the plumber goes to the landlord this time.',
  'Bob: I am going to tell him when I see him on the stairs tomorrow morning.',
];
const summaryOf = async (words: readonly string[], texts = TURNS) => {
  const events = texts.map((text, seq) => ({ seq, text }));
  const reading = await inlineCompute.run(sentencesTask, events, { flow: 'a', units: 0 });
  return summaryByReading(new FondReader(words), reading, { key: 'a', priority: 'call' });
};

test('an answer comes with its question, which is charged like any other sentence', async () => {
  assert.equal(
    await summaryOf(['until Friday', 'mended', 'invoice']),
    'Ann: The pump in the cellar is mended. Who writes the report for the insurance? Bob: I will, until Friday.',
  );
  assert.equal(
    await summaryOf(['invoice', 'mended', 'until Friday']),
    'Ann: The pump in the cellar is mended. The invoice of the plumber goes to the landlord this time.',
  );
});

test('a question that was chosen itself is shown once', async () => {
  assert.equal(
    await summaryOf(['report', 'until Friday']),
    'Ann: Who writes the report for the insurance? Bob: I will, until Friday.',
  );
});
