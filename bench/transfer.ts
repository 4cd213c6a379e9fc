/**
 * Transferring everything an agent knows, compared with storing as many memories; and traversal from a hub, compared with one from a hub of 1,000
 * links.
 *   node dist/bench/transfer.js [--memories 20000] [--postgres URL]
 * Memories are one short sentence with a random vector of 384 dimensions; the hub links to all of them.
 */

import { RELATIONSHIPS } from '../src/features/graph/link-record.js';
import { exploreGraph } from '../src/features/graph/sql/explore.js';
import { importLinks } from '../src/features/portability/sql/link.js';
import { transfer } from '../src/features/transfer/transfer.js';
import { seededRandom } from '../test/support/memories.js';
import { StubEmbedder } from '../test/support/stub-embedder.js';
import { benchService, fill, median, option, textOption } from './support.js';

const count = option('memories', 20_000);
const embedder = new StubEmbedder(384);
const service = await benchService({ embedder, background: false });
const db = service.database.tenant(service.keyId);
const timed = async (work: () => Promise<unknown>) => {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
};

let ids: string[] = [];
const storing = await timed(async () => {
  ({ ids } = await fill(service.database, service.keyId, 'user', count, 384, embedder.model.id, seededRandom(7)));
});
console.log(
  `${textOption('postgres') ? 'PostgreSQL' : 'SQLite'}, ${count} memories; storing them: ${storing.toFixed(1)} s`,
);
for (const [what, to_agent, mode] of [
  ['copy', 'second', 'copy'],
  ['copy again', 'second', 'copy'],
  ['move', 'third', 'move'],
] as const) {
  const input = { user_id: 'user', from_agent: 'agent', to_agent, mode };
  const seconds = await timed(() => service.perform(transfer, input));
  console.log(`${what}: ${seconds.toFixed(1)} s, ${(seconds / storing).toFixed(2)} of storing`);
}

const FEW = 1_000;
const [hub = '', small = '', ...spokes] = ids;
const link = (from: string, to: string, i: number) => ({
  ...{
    id: `lnk_${from}_${i}`,
    from,
    to,
    relationship: 'related_to',
    weight: i / count,
    metadata: {},
    automatic: false,
  },
  created_at: 0,
});
for (let i = 0; i < spokes.length; i += 500) {
  const some = spokes.slice(i, i + 500);
  await db.run(importLinks, { links: some.map((to, n) => link(hub, to, i + n)) });
  if (i < FEW) await db.run(importLinks, { links: some.map((to, n) => link(small, to, i + n)) });
}
const walk = (id: string, nodes: number) => {
  const most = { nodes, edges: nodes * 5 };
  const how = { relationships: RELATIONSHIPS, direction: 'out', most, characters: 2_000, now: 1 } as const;
  return timed(() => db.run(exploreGraph, { id, depth: 1, ...how }));
};
for (const nodes of [10, 200]) {
  const times: Record<string, number[]> = { [hub]: [], [small]: [] };
  for (let i = 0; i < 31; i++) for (const id of [hub, small]) times[id]?.push(1_000 * (await walk(id, nodes)));
  const [many, few] = [median(times[hub] ?? []), median(times[small] ?? [])];
  console.log(
    `walk with limit ${nodes} from a hub of ${spokes.length} links: ${many.toFixed(1)} ms, ` +
      `${(many / few).toFixed(2)} of one from a hub of ${FEW}`,
  );
}
await service.end();
