import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { expectError, expectStatus } from './expect.js';
import { KINDS, memoryOf } from './memory.js';
import { call, type Json, mintKey, unique } from './support.js';

const { key } = await mintKey();

interface Template {
  id: string;
  name: string;
  description: string;
  tags: string[];
  namespaces: string[];
  recommended_memory_types: string[];
  example: Json;
}
const { templates } = (await call<{ templates: Template[] }>('GET', '/templates', { key })).body;
const apply = (id: string, body: Json, as = key) => call('POST', `/templates/${id}/apply`, { key: as, body });

describe('GET /templates', () => {
  test('has at least six, each complete', () => {
    assert.ok(templates.length >= 6);
    for (const { id, name, description, tags, namespaces, recommended_memory_types: kinds } of templates) {
      assert.ok([id, name, description].every((text) => typeof text === 'string' && text.length > 0));
      assert.ok(tags.length > 0 && namespaces.length > 0 && kinds.length > 0, id);
      assert.ok(kinds.every((kind) => KINDS.includes(kind)));
    }
  });

  test('has examples that can be stored as they are', async () => {
    const mine = memoryOf(key);
    for (const { example } of templates) await mine.store(example);
  });

  test('needs a key', async () => {
    expectError(await call('GET', '/templates'), 401);
  });
});

describe('GET /templates/{id}', () => {
  test('returns one template, and 404 for an unknown id', async () => {
    const [first] = templates as [Template];
    const response = await call('GET', `/templates/${first.id}`, { key });
    expectStatus(response, 200);
    assert.deepEqual(response.body, first);
    expectError(await call('GET', `/templates/${unique('none')}`, { key }), 404, 'not_found');
  });
});

describe('POST /templates/{id}/apply', () => {
  test('registers the agent with the template, and changes nothing the second time', async () => {
    const [first] = templates as [Template];
    const agent_id = unique('agent');
    const made = await apply(first.id, { agent_id });
    expectStatus(made, 201);
    assert.deepEqual(
      [made.body.template, made.body.agent_id, made.body.namespaces, made.body.tags],
      [first.id, agent_id, first.namespaces, first.tags],
    );
    const again = await apply(first.id, { agent_id });
    expectStatus(again, 200);
    assert.deepEqual(again.body, made.body);
    const profile = await call('GET', `/agents/${agent_id}`, { key });
    assert.deepEqual([profile.body.template, profile.body.registered], [first.id, true]);
  });

  test('refuses malformed input, and returns 404 for an unknown template', async () => {
    const [first] = templates as [Template];
    expectError(await apply(first.id, {}), 400, 'invalid_request', 'agent_id');
    expectError(await apply(first.id, { agent_id: '' }), 400, 'invalid_request', 'agent_id');
    expectError(await apply(unique('none'), { agent_id: 'a' }), 404, 'not_found');
    const reader = await mintKey({ scopes: ['read'] });
    expectError(await apply(first.id, { agent_id: 'a' }, reader.key), 403, 'missing_scope');
  });
});
