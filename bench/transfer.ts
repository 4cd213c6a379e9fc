/**
 * Transfer of everything an agent knows, against storing as many memories, and the walk from a hub, against the walk from one of its spokes.
 *   node dist/bench/transfer.js [--memories 20000] [--postgres URL]
 * Memories are one short sentence with a random vector of 384 dimensions; the hub links to all of them.
 */
import { exploreGraph } from '../src/features/graph/explore-statement.js';
import { RELATIONSHIPS } from '../src/features/graph/link-record.js';
import { importLinks } from '../src/features/portability/link-statements.js';
import { transfer } from '../src/features/transfer/transfer.js';
import { seededRandom } from '../src/testing/memories.js';
import { StubEmbedder } from '../src/testing/stub-embedder.js';
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

const [hub = '', ...spokes] = ids;
const link = (to: string, i: number) => ({
  ...{ id: `lnk_${i}`, from: hub, to, relationship: 'related_to', weight: i / count, metadata: {}, automatic: false },
  created_at: 0,
});
for (let i = 0; i < spokes.length; i += 500) {
  await db.run(importLinks, { links: spokes.slice(i, i + 500).map((to, n) => link(to, i + n)) });
}
const walk = async (id: string, nodes: number, depth: number) => {
  const most = { nodes, edges: nodes * 5 };
  const request = {
    id,
    depth,
    relationships: RELATIONSHIPS,
    direction: 'both',
    most,
    characters: 2_000,
    now: 1,
  } as const;
  const times: number[] = [];
  for (let i = 0; i < 21; i++) times.push(1_000 * (await timed(() => db.run(exploreGraph, request))));
  return median(times);
};
const one = await walk(spokes[0] as string, 200, 1);
for (const nodes of [10, 200, 1_000]) {
  const ms = await walk(hub, nodes, 4);
  console.log(
    `walk from a hub of ${spokes.length} links, limit ${nodes}: ${ms.toFixed(1)} ms, ${(ms / one).toFixed(0)} times a walk over one link`,
  );
}
await service.end();
