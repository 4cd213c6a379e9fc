import { TestClock } from '../../../test/support/clock.js';
import type { StartService, TestOptions, TestService } from '../../../test/support/service.js';
import { StubEmbedder } from '../../../test/support/stub-embedder.js';
import { EmbeddingUnavailable } from '../../embedding/embedder.js';
import { lackingWindow } from './sql/work.js';

/** A stub that can be observed and stopped while it embeds memories. */
export class WatchedStub extends StubEmbedder {
  /** Memories it still accepts; after that it is unavailable. */
  left = Number.POSITIVE_INFINITY;
  refuses = '';
  passages = 0;
  /** Every memory waits for this: the job also runs by itself, so a test holds it back until it is ready to observe. */
  gate: Promise<void> = Promise.resolve();
  onPassage: () => Promise<unknown> = async () => {};

  override async embed(texts: readonly string[], purpose: 'query' | 'passage') {
    if (purpose === 'query') return super.embed(texts, purpose);
    if (this.refuses && texts.some((text) => text.includes(this.refuses)))
      throw new EmbeddingUnavailable('too strange', { textRefused: true });
    if (this.left-- <= 0) throw new EmbeddingUnavailable('enough for now');
    await this.gate;
    this.passages++;
    await this.onPassage();
    return super.embed(texts, purpose);
  }
}

export function newGate() {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { gate, open };
}

/** Two models of different dimensions, and nothing else. */
export function twoModels() {
  const old = new WatchedStub(64, 'old');
  const fresh = new WatchedStub(32, 'fresh');
  const embedders = (id: string) => (id === 'old' ? old : id === 'fresh' ? fresh : null);
  return { old, fresh, embedders };
}

/** A service with the old model that stored memories and stopped; `restart` starts it again, by default with the fresh model. */
export async function afterOldModel(start: StartService, count: number) {
  const clock = new TestClock();
  const { old, fresh, embedders } = twoModels();
  const before = await start({ clock, embedder: old });
  const { key } = await before.mint();
  const ids = await fill(before, key, count);
  await before.stop();
  const restart = (options: TestOptions = {}) =>
    start({ clock, embedder: fresh, embedders, place: before.place, ...options });
  return { clock, old, fresh, key, ids, restart };
}

export const TEXTS = ['Ann keeps bees', 'Bob sails at night', 'Cleo bakes rye bread', 'Dan fixes clocks'];

export async function fill(service: TestService, key: string, count: number): Promise<string[]> {
  const contents = Array.from({ length: count }, (_, i) => TEXTS[i] ?? `Note number ${i} about errand ${i * 7}`);
  const memories = contents.map((content) => ({ user_id: 'ann', content }));
  return (await service.call('POST', '/memory/batch', { key, body: { memories } })).body.ids;
}

export async function best(service: TestService, key: string, q: string) {
  const { body } = await service.call('GET', '/memory/retrieve', {
    key,
    query: { q, user_id: 'ann', ranking: 'semantic' },
  });
  return { semantic: body.semantic as boolean, content: body.results[0]?.content, score: body.results[0]?.score };
}

export const found = (content: string) => ({ semantic: true, content, score: 1 });

export const embedderHealth = async (service: TestService) =>
  (await service.call('GET', '/health')).body.checks.embedder;

/** How many memories have no vectors of a model. */
export async function lacking(service: TestService, model: string): Promise<number> {
  return (await service.database.system(lackingWindow, { model, after: null, limit: 500 })).lacking.length;
}
