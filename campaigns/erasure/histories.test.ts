import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { MINUTE } from '../../src/kernel/clock.js';
import { gapsOf } from '../../src/storage/sqlite/page-gaps.js';
import { TestClock } from '../../test/support/clock.js';
import { newPlace } from '../../test/support/databases.js';
import { startTestService } from '../../test/support/service.js';
import { CANARY } from './history.js';
import { hitsIn } from './raw-files.js';
import { runHistory } from './run-history.js';

const HISTORIES = 5;
const STEPS = 150;
const PAGE = 8_192;

/** Writes the word into the bytes that moved rows leave behind; returns the number of pages. */
function plant(file: string, word: string): number {
  const bytes = readFileSync(file);
  let planted = 0;
  for (let at = PAGE; at + PAGE <= bytes.length; at += PAGE) {
    const gap = gapsOf(bytes.subarray(at, at + PAGE), 0).find(({ start, end }) => end - start > word.length);
    if (!gap) continue;
    bytes.write(word, at + gap.start);
    planted++;
  }
  writeFileSync(file, bytes);
  return planted;
}

describe('what is erased', () => {
  it('is in no file of the data folder once it is scrubbed, whatever was written before', async () => {
    for (let seed = 1; seed <= HISTORIES; seed++) {
      const { left, scrubbedAt } = await runHistory(seed, STEPS);
      assert.deepEqual(left, {}, `seed ${seed}`);
      assert.equal(typeof scrubbedAt, 'number');
    }
  });

  it('is overwritten where moved rows left it in unused parts of pages', async () => {
    const place = await newPlace('sqlite');
    const clock = new TestClock();
    const first = await startTestService('sqlite', { place, clock, background: false });
    const { key } = await first.mint();
    for (let i = 0; i < 30; i++) {
      const body = { user_id: 'ada', content: `Note ${i} ${'and more of it '.repeat(i * 5)}` };
      await first.call('POST', '/memory/store', { key, body });
    }
    await first.stop();
    const planted = plant(`${place.folder}/recollect.db`, CANARY);
    assert.ok(planted > 10, `${planted} pages`);
    const second = await startTestService('sqlite', { place, clock, background: false });
    try {
      await second.call('DELETE', '/users/ada/memories', { key });
      assert.ok(((await hitsIn(place.folder, CANARY))['recollect.db'] ?? 0) > 0);
      clock.advance(MINUTE);
      await second.jobs.runDue();
      assert.deepEqual(await hitsIn(place.folder, CANARY), {});
    } finally {
      await second.stop();
      await place.remove();
    }
  });
});
