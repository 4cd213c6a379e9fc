import fc from 'fast-check';
import type { Described } from '../../src/edge/reference/openapi/described.js';
import type { Schemas } from '../../src/edge/reference/openapi/json-schema.js';
import { HOSTILE_STRINGS, HOSTILE_VALUES } from './hostile.js';
import { nearlyValidInput, validInput } from './plans.js';

const METHODS = [
  'initialize',
  'ping',
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'logging/setLevel',
  'server/discover',
  'notifications/initialized',
  'no/such/method',
];
const PARAMS: readonly Record<string, unknown>[] = [
  {},
  { uri: 'recollect://memories/ada' },
  { uri: 'recollect://' },
  { uri: '../../etc/passwd' },
  { name: 'recall', arguments: { topic: 'seats', user_id: 'ada' } },
  { name: 'recall', arguments: { topic: '\0' } },
  { ref: { type: 'ref/prompt', name: 'recall' }, argument: { name: 'user_id', value: '%' } },
  { ref: { type: 'ref/prompt', name: 'recall' }, argument: { name: 'user_id', value: '\0' } },
  { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'fuzz', version: '1' } },
  { cursor: 'AAAA' },
  { level: 'debug' },
];

/** JSON-RPC calls: mostly tool calls, with valid and invalid inputs of their operations. */
export function mcpCalls(described: readonly Described[], schemas: Schemas): fc.Arbitrary<Record<string, unknown>> {
  const id = fc.oneof(fc.nat(), fc.constantFrom<unknown>('a', null, 1.5, '\ud800'));
  const tools = described
    .filter(({ operation }) => operation.tool)
    .map((one) =>
      fc.oneof(validInput(one, schemas), nearlyValidInput(one, schemas)).map((args) => ({
        name: one.operation.tool?.name ?? '',
        arguments: args as unknown,
      })),
    );
  const odd = fc.record({
    name: fc.constantFrom<unknown>(...HOSTILE_STRINGS, 'store_memory', 'retrieve_memory', null),
    arguments: fc.constantFrom<unknown>(...HOSTILE_VALUES),
  });
  const call = fc.oneof(
    { weight: 9, arbitrary: fc.oneof(...tools) as fc.Arbitrary<unknown> },
    { weight: 1, arbitrary: odd },
  );
  const others = fc.record({
    jsonrpc: fc.constant('2.0'),
    id,
    method: fc.constantFrom(...METHODS),
    params: fc.constantFrom(...PARAMS),
  });
  return fc.oneof(
    {
      weight: 7,
      arbitrary: fc.tuple(id, call).map(([n, params]) => ({ jsonrpc: '2.0', id: n, method: 'tools/call', params })),
    },
    { weight: 3, arbitrary: others },
  ) as fc.Arbitrary<Record<string, unknown>>;
}
