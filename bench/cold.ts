/**
 * The first search of a large scope after a start, compared with the second one: SQLite reads the scope's vectors and words into memory.
 *   node dist/bench/cold.js [--memories 100000] [--runs 5]
 * Each run starts the service anew on the same database. The question's vector is given.
 */
import { retrieve } from '../src/features/memories/search/retrieve.js';
import { seededRandom, unitVector } from '../test/support/memories.js';
import { StubEmbedder } from '../test/support/stub-embedder.js';
import { benchService, fill, median, option } from './support.js';

const DIMENSIONS = 384;
const count = option('memories', 100_000);
const runs = option('runs', 5);
const random = seededRandom(11);
const embedder = new StubEmbedder(DIMENSIONS);
embedder.embed = async () => [{ vectors: [unitVector(DIMENSIONS, random)], tokens: 0 }];

let service = await benchService({ embedder, background: false });
await fill(service.database, service.keyId, 'large', count, DIMENSIONS, embedder.model.id, random);
const times = new Map<string, number[]>();
for (let run = 0; run < runs; run++) {
  for (const ranking of ['semantic', 'hybrid'] as const) {
    service = await service.again();
    for (const which of ['first', 'second']) {
      const began = performance.now();
      await service.perform(retrieve, { q: `Which memory is number ${run}?`, user_id: 'large', limit: 10, ranking });
      const name = `${ranking}, ${which} search`;
      times.set(name, [...(times.get(name) ?? []), performance.now() - began]);
    }
  }
}
for (const [name, ms] of times) console.log(`${name}: ${median(ms).toFixed(0)} ms (${ms.map(Math.round).join(' ')})`);
console.log(`resident at the end: ${Math.round(process.memoryUsage.rss() / 2 ** 20)} MB`);
await service.end();
