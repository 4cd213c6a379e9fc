import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { operations } from '../../../catalog.js';
import type { AnyOperation } from '../../../features/request.js';
import { describeAll } from './described.js';
import { openApi } from './openapi.js';
import { CATALOGUE } from './openapi-catalogue.test.kit.js';

// biome-ignore lint/suspicious/noExplicitAny: a document is walked by name
type Document = any;
const options = { baseUrl: 'https://memory.example.com', version: '9.8.7' };
const made = (list: readonly AnyOperation[] = CATALOGUE): Document =>
  JSON.parse(JSON.stringify(openApi(list, options)));

async function assertValid(document: Document) {
  const result = await new Validator().validate(structuredClone(document));
  assert.equal(result.valid, true, JSON.stringify('errors' in result ? result.errors : '', null, 2));
}

/** Every `$ref` of a document resolves within it. */
function assertWhole(document: Document) {
  for (const [, ref] of JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)) {
    const target = (ref as string).slice(2).split('/');
    const found = target.reduce<Document>((at, step) => at?.[step], document);
    assert.ok(found, `${ref} leads nowhere`);
  }
}

test('the document of a catalogue with every kind of field is valid OpenAPI 3.1', async () => {
  const document = made();
  assert.equal(document.openapi, '3.1.0');
  assert.equal(document.info.version, '1.0.0');
  assert.equal(document.info['x-service-version'], '9.8.7');
  assert.deepEqual(document.servers, [{ url: 'https://memory.example.com' }]);
  await assertValid(document);
  assertWhole(document);
});

test('the document with an open base URL is valid too', async () => {
  const document = JSON.parse(JSON.stringify(openApi(CATALOGUE, { ...options, baseUrl: '{base_url}' })));
  assert.ok(document.servers[0].variables.base_url.default);
  await assertValid(document);
});

test('path fields are parameters and not part of the body', () => {
  const { parameters, requestBody } = made().paths['/things/{id}/store'].post;
  assert.deepEqual(
    parameters.filter((parameter: Document) => parameter.in === 'path').map((parameter: Document) => parameter.name),
    ['id'],
  );
  const { schema } = requestBody.content['application/json'];
  assert.equal(schema.properties.id, undefined);
  assert.deepEqual(schema.required, ['user_id']);
  assert.equal(schema.properties.user_id.maxLength, 256);
  assert.equal(schema.properties.importance.default, 5);
  assert.equal(schema.properties.metadata.type, 'object');
});

test('an operation with a text in its URL that can be too long for one says so, and lists the error', () => {
  const document = made(operations);
  const { parameters, responses } = document.paths['/memory/retrieve'].get;
  const q = parameters.find((parameter: Document) => parameter.name === 'q');
  assert.match(q.description, /question\. The URL with all headers may have at most 32 KB\.$/);
  assert.deepEqual(responses['431'], { $ref: '#/components/responses/HeadersTooLarge' });
  const { example } = document.components.responses.HeadersTooLarge.content['application/json'];
  assert.deepEqual([example.error.status, example.error.code], [431, 'invalid_request']);
  assert.equal(document.paths['/memory/{id}'].get.responses['431'], undefined);
});

test('an Idempotency-Key is offered where it has an effect: on POST, but not by another protocol', () => {
  const real = made(operations);
  const offered = ({ method, path }: AnyOperation) => {
    const { parameters = [], responses } = real.paths[path][method.toLowerCase()];
    const replayed = Object.values(responses).some((one) => (one as Document).headers?.['Idempotent-Replayed']);
    return [parameters.some((one: Document) => /IdempotencyKey$/.test(one.$ref)), replayed, '409' in responses];
  };
  const named = (id: string) => operations.find((one) => one.id === id) as AnyOperation;
  assert.deepEqual(offered(named('memory.store')), [true, true, true]);
  assert.deepEqual(offered(named('mcp')), [false, false, false]);
});

test('the query of a GET is parameters: lists are comma-separated, and metadata is one parameter per key', () => {
  const { parameters, requestBody } = made().paths['/things'].get;
  const named = (name: string) => parameters.find((parameter: Document) => parameter.name === name);
  assert.equal(requestBody, undefined);
  assert.equal(named('q').required, true);
  assert.equal(named('limit').schema.default, 10);
  assert.equal(named('tags').explode, false);
  assert.match(named('metadata').description, /`metadata\.\{key\}`/);
  assert.deepEqual(named('metadata').example, { 'metadata.city': 'Lisbon' });
});

test('an operation states its scope, its statuses and its headers', () => {
  const { paths } = made();
  const store = paths['/things/{id}/store'].post;
  assert.equal(store['x-required-scope'], 'write');
  assert.match(store.description, /scope `write`/);
  assert.deepEqual(store.security, [{ bearer: [] }]);
  assert.deepEqual(Object.keys(store.responses), [
    '200',
    '201',
    '400',
    '401',
    '403',
    '404',
    '409',
    '429',
    '500',
    '503',
  ]);
  assert.equal(store.responses[200].description, 'It was there already.');
  assert.ok(store.responses[201].headers['RateLimit-Policy']);
  assert.deepEqual(paths['/signup'].post.security, []);
  assert.equal(paths['/signup'].post.responses[401], undefined);
});

test('a response that contains a whole memory refers to the shared schema of memories', () => {
  const { paths, components } = made();
  const schemaOf = (operation: Document) => operation.responses[200].content['application/json'].schema;
  assert.deepEqual(schemaOf(paths['/things/{id}'].get), { $ref: '#/components/schemas/Memory' });
  const result = schemaOf(paths['/things'].get).properties.results.items;
  assert.deepEqual(result.allOf[0], { $ref: '#/components/schemas/Memory' });
  assert.deepEqual(result.allOf[1].required, ['score']);
  assert.ok(components.schemas.Memory.properties.content);
  assert.ok(components.schemas.Point_input);
});

for (const [name, list] of [
  ['a catalogue with every kind of field', CATALOGUE],
  ['the service', operations],
] as const)
  test(`the examples of ${name} match its schemas`, () => {
    for (const { operation, example, response } of describeAll(list).described) {
      const input = operation.input.safeParse(example);
      assert.ok(input.success, `${operation.id}: ${JSON.stringify(example)}: ${input.error?.message}`);
      const output = operation.output.safeParse(response);
      assert.ok(output.success, `${operation.id}: ${JSON.stringify(response)}: ${output.error?.message}`);
    }
  });

test('the document of the service is valid', async () => {
  const document = made(operations);
  await assertValid(document);
  assertWhole(document);
  for (const operation of operations)
    assert.ok(document.paths[operation.path][operation.method.toLowerCase()], operation.id);
});

/** By a linter's rules: the names of parameters do not count, and both paths have equally many. */
function isAmbiguous(one: string, other: string): boolean {
  const [a, b] = [one.split('/'), other.split('/')];
  const open = (part: string | undefined) => part?.startsWith('{') === true;
  const as = a.filter(open).length;
  return (
    a.length === b.length &&
    as === b.filter(open).length &&
    a.every((part, i) => open(part) || open(b[i]) || part === b[i])
  );
}

test('the document of the service follows the recommendations of linters', () => {
  const document = made(operations);
  for (const { name, description } of document.tags) assert.ok(description, `the tag ${name} is described`);
  assert.ok(document.info.contact.name);
  const text = JSON.stringify(document);
  for (const [kind, parts] of Object.entries(document.components as Record<string, object>)) {
    if (kind === 'securitySchemes') continue;
    for (const name of Object.keys(parts)) {
      assert.ok(text.includes(`"#/components/${kind}/${name}"`), `${kind}/${name} is used`);
    }
  }
  const schemes = Object.keys(document.components.securitySchemes);
  const paths = Object.entries(document.paths as Record<string, Record<string, Document>>);
  for (const [path, methods] of paths) {
    for (const [method, { security, summary, description, tags }] of Object.entries(methods)) {
      for (const one of security as Record<string, string[]>[]) {
        const [[scheme, scopes] = []] = Object.entries(one);
        assert.ok(schemes.includes(scheme ?? ''), `${method} ${path}`);
        assert.deepEqual(scopes, [], 'a bearer has no scopes that could be listed');
      }
      assert.ok(summary && description && tags.length === 1, `${method} ${path}`);
    }
  }
  const names = paths.map(([path]) => path);
  const ambiguous = names.filter((one, i) => names.slice(0, i).some((other) => isAmbiguous(one, other)));
  // docs/decisions/0008-paths-that-linters-call-ambiguous.md
  assert.deepEqual(ambiguous.sort(), ['/memory/procedures/{id}', '/memory/subscriptions/{id}', '/memory/verify/{id}']);
});
