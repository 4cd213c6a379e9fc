import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { onBothEngines } from '../../../test/support/service.js';
import { HOUR } from '../../kernel/clock.js';
import { TEMPLATES, templateOf } from './library/index.js';
import { changeBy } from './sql/statements.js';
import type { Template } from './template.js';

describe('the templates', () => {
  test('cover the six fields of work and have unique ids', () => {
    const ids = TEMPLATES.map((one) => one.id);
    for (const id of ['customer-service', 'coding', 'research', 'sales', 'personal-assistant', 'tutor']) {
      assert.ok(ids.includes(id), id);
    }
    assert.equal(new Set(ids).size, ids.length);
  });

  for (const one of TEMPLATES) {
    test(`${one.id} has guidance for each of its namespaces and kinds, and uses its own tags only`, () => {
      const used = (field: (entry: Template['guide'][number]) => string | string[]) =>
        new Set(one.guide.flatMap(field));
      for (const name of one.namespaces) assert.ok(used((entry) => entry.namespace).has(name), name);
      for (const kind of one.recommended_memory_types) assert.ok(used((entry) => entry.kind).has(kind), kind);
      for (const entry of [...one.guide, one.example]) {
        assert.ok(one.namespaces.includes(entry.namespace), entry.namespace);
        assert.ok(one.recommended_memory_types.includes(entry.kind), entry.kind);
        for (const tag of entry.tags) assert.ok(one.tags.includes(tag), tag);
      }
    });
  }
});

describe('applying a template', () => {
  const coding = templateOf('coding') as Template;
  const sales = templateOf('sales') as Template;
  const blank = { description: null, capabilities: [], template: null };

  test('fills in what an agent does not specify itself', () => {
    const { description, capabilities, id } = coding;
    assert.deepEqual(changeBy(coding, undefined, blank), { template: id, description, capabilities });
    const own = { ...blank, description: 'Mine', capabilities: ['juggle', ...capabilities.slice(0, 1)] };
    assert.deepEqual(changeBy(coding, undefined, own), {
      ...{ template: id, description: 'Mine' },
      capabilities: ['juggle', ...capabilities],
    });
  });

  test('replaces what came from the previous template, and changes nothing if already applied', () => {
    const before = {
      template: 'coding',
      description: coding.description,
      capabilities: ['juggle', ...coding.capabilities],
    };
    assert.deepEqual(changeBy(sales, coding, before), {
      ...{ template: 'sales', description: sales.description, capabilities: ['juggle', ...sales.capabilities] },
    });
    assert.deepEqual(changeBy(coding, coding, before), {});
  });
});

onBothEngines('templates', (start) => {
  it('are listed and read, and every example can be stored as it is', async () => {
    const service = await start({ background: false });
    const { key } = await service.mint();
    const { templates, count } = (await service.call('GET', '/templates', { key })).body;
    assert.equal(count, templates.length);
    for (const one of templates) {
      assert.deepEqual((await service.call('GET', `/templates/${one.id}`, { key })).body, one);
      const stored = await service.call('POST', '/memory/store', { key, body: one.example });
      assert.equal(stored.status, 201, JSON.stringify(stored.body));
      assert.equal(stored.body.namespace, one.example.namespace);
      for (const entry of one.guide) {
        const { what: content, ttl_seconds, ask: _, ...rest } = entry;
        const body = { user_id: 'u', content, ...rest, ...(ttl_seconds === null ? {} : { ttl_seconds }) };
        assert.equal((await service.call('POST', '/memory/store', { key, body })).status, 201);
      }
    }
    const unknown = await service.call('GET', '/templates/astrology', { key });
    assert.equal(unknown.status, 404);
    assert.match(unknown.body.error.message, /coding/);
  });

  it('set up an agent once, and keep its own description when another one is applied', async () => {
    const clock = new TestClock();
    const service = await start({ clock, background: false });
    const { key } = await service.mint();
    const apply = (id: string, body: object) => service.call('POST', `/templates/${id}/apply`, { key, body });
    const first = await apply('tutor', { agent_id: 'teacher' });
    assert.equal(first.status, 201);
    assert.deepEqual(
      [first.body.template, first.body.agent_id, first.body.example.agent_id, first.body.agent.template],
      ['tutor', 'teacher', 'teacher', 'tutor'],
    );
    assert.ok(first.body.namespaces.includes('progress') && first.body.tags.includes('weak'));
    clock.advance(HOUR);
    const again = await apply('tutor', { agent_id: first.body.agent.id });
    assert.deepEqual([again.status, again.body], [200, first.body]);
    await service.call('POST', '/agents/register', { key, body: { name: 'teacher', description: 'Mine' } });
    const other = await apply('sales', { agent_id: 'teacher' });
    assert.deepEqual([other.body.agent.template, other.body.agent.description], ['sales', 'Mine']);
    const profile = await service.call('GET', '/agents/teacher', { key });
    assert.deepEqual(profile.body, { ...other.body.agent, registered: true });
    assert.equal((await apply('astrology', { agent_id: 'teacher' })).status, 404);
    assert.equal((await apply('sales', {})).status, 400);
    const reader = await service.mint({ scopes: ['read'] });
    const refused = await service.call('POST', '/templates/sales/apply', { key: reader.key, body: { agent_id: 'x' } });
    assert.equal(refused.status, 403);
  });
});
