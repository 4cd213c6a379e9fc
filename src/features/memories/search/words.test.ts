import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { onBothEngines, type TestService } from '../../../../test/support/service.js';

const MANY = 250;

onBothEngines('full-text search', (start) => {
  let service: TestService;
  let key: string;
  const words = async (q: string, more: Record<string, string | number> = {}) => {
    const query = { user_id: 'ada', ranking: 'words', q, ...more };
    const { status, body } = await service.call('GET', '/memory/retrieve', { key, query });
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const contents = ({ results }: { results: { content: string }[] }) => results.map(({ content }) => content);

  before(async () => {
    service = await start();
    key = (await service.mint()).key;
    const store = (memories: object[]) => service.call('POST', '/memory/import', { key, body: { memories } });
    await store(
      Array.from({ length: MANY }, (_, n) => ({ user_id: 'ada', content: `Ada wrote letter ${n} to her aunt.` })),
    );
    await store([
      { user_id: 'ada', content: 'The zither is in the attic.', tags: ['music'] },
      { user_id: 'ada', content: 'A zither of Ada’s aunt, and the letter that came with the zither.' },
      { user_id: 'ben', content: 'Ben tunes a zither.' },
    ]);
    await service.jobs.runDue();
  });

  it('returns every memory of the user that shares a word, the rarest words first, and nothing else', async () => {
    const found = await words('zithers?');
    assert.deepEqual(contents(found).toSorted(), [
      'A zither of Ada’s aunt, and the letter that came with the zither.',
      'The zither is in the attic.',
    ]);
    assert.deepEqual([found.semantic, found.ranking, found.scoring], [false, 'words', 'words']);
    assert.deepEqual([found.confidence, found.abstained], [null, false]);
    const scores = found.results.map(({ final_score }: { final_score: number }) => final_score);
    assert.ok(scores[0] >= scores[1] && scores[1] > 0, String(scores));
    // Among many that share a word, those that share the rare word come first.
    const mixed = await words('letter zither aunt', { limit: 5 });
    assert.deepEqual(
      contents(mixed).map((text) => text.includes('zither')),
      [true, true, false, false, false],
    );
  });

  it('applies filters, and finds nothing if no word is shared', async () => {
    assert.deepEqual(contents(await words('zither', { tags: 'music' })), ['The zither is in the attic.']);
    assert.equal((await words('accordion')).count, 0);
    assert.equal((await words('?!')).count, 0);
  });
});
