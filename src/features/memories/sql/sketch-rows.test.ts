import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TenantTx } from '../../../storage/statement.js';
import { findNear } from './sketch-rows.js';

const NOW = 1_000_000;
const TEXTS = 20;
const VERSIONS = Array.from({ length: 8 }, (_, at) => `m${at}`);
const document = (ending: string) => `${'The minutes were read and approved. '.repeat(3_000)}${ending}`;

/** Finds the same versions of a document for every text. */
function holding(): TenantTx {
  const rows = VERSIONS.map((id) => ({ id, content: document(`Version ${id}`), last_retrieved_at: NOW }));
  const all = async () => Array.from({ length: TEXTS }, (_, asked) => rows.map((row) => ({ asked, ...row }))).flat();
  return { keyId: 'k', dialect: 'postgres', all } as unknown as TenantTx;
}

test('others get their turn while many versions of a long document are compared', async () => {
  const scope = { user_id: 'u', agent_id: 'a', namespace: 'n', kind: 'semantic' };
  const texts = Array.from({ length: TEXTS }, (_, at) => ({
    memory: { ...scope, id: `new${at}`, dedupe: true, content: document('Version m3!') },
    met: VERSIONS,
  }));
  let turns = 0;
  let next = setImmediate(function turn() {
    turns++;
    next = setImmediate(turn);
  });
  const near = await findNear(holding(), texts, { now: NOW, echoesSince: 0 });
  clearImmediate(next);
  assert.equal(near.size, TEXTS);
  assert.ok(
    [...near.values()].every(({ isEcho }) => !isEcho),
    'so long a text is not read to its end',
  );
  assert.ok(turns >= TEXTS, `${turns} turns`);
});
