import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ScrubResult } from './protocol.js';
import { Scrubber } from './scrubber.js';
import type { SteadyLane } from './steady-lane.js';

test('a pass that fails does not keep later ones from running, nor the database from closing', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'recollect-scrubber-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'file'), '');
  const steps: (() => Promise<ScrubResult>)[] = [];
  const fails = async () => {
    throw new Error('the thread died');
  };
  const lane = { takeRemoved: () => true, scrub: () => steps.shift()?.() } as unknown as SteadyLane;
  const scrubber = new Scrubber(lane, join(folder, 'file'));
  steps.push(fails, async () => ({ next: null, ms: 0 }), fails);
  await assert.rejects(scrubber.run(), /the thread died/);
  assert.equal(await scrubber.run(), true);
  await assert.rejects(scrubber.run(), /the thread died/);
  await scrubber.stop();
  scrubber.close();
});
