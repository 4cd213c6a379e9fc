/**
 * The first search of a large scope after a start, compared with the second one: SQLite reads the scope's vectors and words into memory.
 *   node dist/bench/cold.js [--memories 100000] [--words 0] [--runs 5]
 * Each run starts the service anew on the same database, with the reader loaded. The question's vector is given. `--words`: further words per memory. The CPU time of all
 * threads, in brackets, depends less on what else the machine does.
 */
import { retrieve } from '../src/features/memories/search/retrieve.js';
import { LocalReader } from '../src/readers/reader.js';
import { seededRandom, unitVector } from '../test/support/memories.js';
import { StubEmbedder } from '../test/support/stub-embedder.js';
import { benchService, fill, median, option } from './support.js';

const DIMENSIONS = 384;
const count = option('memories', 100_000);
const runs = option('runs', 5);
const words = option('words', 0);
const random = seededRandom(11);
/** The n-th most frequent of 20,000 words is about 1/n as frequent as the first. */
const word = () => `w${Math.floor(20_000 ** random()).toString(36)}`;
const text = (i: number) => [`Memory number ${i} of large`, ...Array.from({ length: words }, word)].join(' ');
const embedder = new StubEmbedder(DIMENSIONS);
embedder.embed = async () => [{ vectors: [unitVector(DIMENSIONS, random)], tokens: 0 }];

const parts = { embedder, background: false, reader: new LocalReader() };
let service = await benchService(parts);
await fill(service.database, service.keyId, 'large', count, DIMENSIONS, embedder.model.id, random, text);
const times = new Map<string, { ms: number; cpu: number }[]>();
for (let run = 0; run < runs; run++) {
  for (const ranking of ['semantic', 'hybrid'] as const) {
    parts.reader = new LocalReader();
    service = await service.again();
    await parts.reader.fit('Is it loaded?', ['It is.']);
    for (const which of ['first', 'second']) {
      const [began, used] = [performance.now(), process.cpuUsage()];
      await service.perform(retrieve, { q: `Which memory is number ${run}?`, user_id: 'large', limit: 10, ranking });
      const name = `${ranking}, ${which} search`;
      const ms = performance.now() - began;
      const { user, system } = process.cpuUsage(used);
      times.set(name, [...(times.get(name) ?? []), { ms, cpu: (user + system) / 1_000 }]);
    }
  }
}
const middle = (of: 'ms' | 'cpu', runs: readonly { ms: number; cpu: number }[]) =>
  median(runs.map((run) => run[of])).toFixed(0);
for (const [name, runs] of times) console.log(`${name}: ${middle('ms', runs)} ms (CPU ${middle('cpu', runs)} ms)`);
console.log(`resident at the end: ${Math.round(process.memoryUsage.rss() / 2 ** 20)} MB`);
await service.end();
