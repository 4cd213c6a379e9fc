import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { onBothEngines } from '../../../test/support/service.js';
import { exported, exportText, imported, many } from './portability.test.kit.js';

onBothEngines('export', (start) => {
  it('has every memory of the scope, oldest first', async () => {
    const service = await start();
    const { key } = await service.mint();
    const memories = [
      { user_id: 'ada', agent_id: 'one', content: 'Third', created_at: 3_000 },
      { user_id: 'ada', agent_id: 'two', content: 'First', created_at: 1_000 },
      { user_id: 'bob', agent_id: 'one', content: 'Second', created_at: 2_000, expires_at: 2_500 },
    ];
    await imported(service, key, { source: 'recollect', memories });
    const contents = async (query: Record<string, string>) =>
      (await exported(service, key, query)).memories.map((one) => one.content);
    assert.deepEqual(await contents({}), ['First', 'Second', 'Third']);
    assert.deepEqual(await contents({ user_id: 'ada' }), ['First', 'Third']);
    assert.deepEqual(await contents({ agent_id: 'one' }), ['Second', 'Third']);
    assert.deepEqual(await contents({ user_id: 'ada', agent_id: 'one' }), ['Third']);
    assert.deepEqual(await contents({ user_id: 'nobody' }), []);
  });

  it('is a complete document even if there is nothing to export', async () => {
    const service = await start();
    const { key } = await service.mint();
    const { exported_at, ...rest } = (await exported(service, key)) as unknown as Record<string, unknown>;
    assert.equal(typeof exported_at, 'number');
    const empty = { memories: [], links: [], episodes: [], procedures: [], emotional: [] };
    const counts = { memories: 0, links: 0, episodes: 0, procedures: 0, emotional: 0 };
    assert.deepEqual(rest, { format: 'recollect.export.v1', count: 0, counts, ...empty });
    const lines = (await exportText(service, key, 'ndjson')).trim().split('\n');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).type),
      ['export', 'end'],
    );
    assert.match(await exportText(service, key, 'markdown'), /End of the export: 0 memories\.\n$/);
  });

  it('writes a line for each memory, and the number of them at the end', async () => {
    const service = await start();
    const { key } = await service.mint();
    await imported(service, key, { memories: many(230) });
    const lines = (await exportText(service, key, 'ndjson'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.equal(lines.length, 232);
    const counts = { memories: 230, links: 0, episodes: 0, procedures: 0, emotional: 0 };
    assert.deepEqual(lines.at(-1), { type: 'end', count: 230, counts });
    assert.ok(lines.slice(1, -1).every((line) => line.type === 'memory'));
  });

  it('writes Markdown that no memory can break', async () => {
    const service = await start();
    const { key } = await service.mint();
    const evil = '```\n# A heading of the memory\n````\n</code><script>alert(1)</script>\n`````';
    const memories = [
      { user_id: 'ada\n## Not a heading', agent_id: '`', content: evil, tags: ['`x`'], metadata: { a: '```' } },
      { user_id: 'bob', content: 'Plain' },
    ];
    await imported(service, key, { memories });
    const text = await exportText(service, key, 'markdown');
    // The text outside of fences, as a Markdown parser reads it.
    let fence = '';
    const outside = text.split('\n').filter((line) => {
      const run = /^`{3,}/.exec(line)?.[0] ?? '';
      if (!fence && run) fence = run;
      else if (fence && run.length >= fence.length && line === run) fence = '';
      else return !fence;
      return false;
    });
    assert.equal(fence, '');
    assert.deepEqual(
      outside.filter((line) => /^#{1,3} /.test(line)),
      [
        '# Memories',
        '## User `ada\\u000a## Not a heading`',
        '### Agent `` ` ``',
        '## User `bob`',
        '### Agent `default`',
      ],
    );
    assert.ok(!outside.some((line) => line.includes('<script>')));
    assert.ok(text.includes(evil));
  });

  it('responds to HEAD without a body and refuses an unknown format', async () => {
    const service = await start();
    const { key } = await service.mint();
    await imported(service, key, { memories: many(3) });
    // HTTP clients discard the body of such a response.
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    socket.write(`HEAD /memory/export?format=ndjson HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${key}\r\n`);
    socket.write('connection: close\r\n\r\n');
    const [head, body] = (await text(socket)).split('\r\n\r\n');
    assert.match(head ?? '', /^HTTP\/1\.1 200 OK\r\n(.*\r\n)*content-type: application\/x-ndjson\r\n/i);
    assert.equal(body, '');
    assert.equal((await service.call('GET', '/memory/export', { key, query: { format: 'csv' } })).status, 400);
    const reader = await service.mint({ scopes: ['write'] });
    assert.equal((await service.call('GET', '/memory/export', { key: reader.key })).status, 403);
  });
});
