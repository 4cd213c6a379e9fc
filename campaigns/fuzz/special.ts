import fc from 'fast-check';
import { RELATIONSHIPS } from '../../src/features/graph/link-record.js';
import { refTo } from './values.js';

const end = fc.oneof(refTo('mem') as fc.Arbitrary<unknown>, fc.constantFrom<unknown>('a', 'b', 'c'));
const importedLink = fc.record(
  {
    from: end,
    to: end,
    relationship: fc.oneof(fc.constantFrom(...RELATIONSHIPS), fc.constantFrom('knows', '', 'part of')),
    weight: fc.constantFrom(0, 0.5, 1, 2, -1, 1e308),
    automatic: fc.boolean(),
    metadata: fc.constantFrom({}, { why: 'because' }),
  },
  { requiredKeys: ['from', 'to', 'relationship'] },
);
const mem0 = fc.record({
  id: fc.constantFrom('a', 'b'),
  memory: fc.constantFrom('Likes tea', ''),
  user_id: fc.constant('ada'),
});
const entity = fc.record({
  name: fc.constantFrom('Ada', 'Bob', ''),
  entityType: fc.constantFrom('person', ''),
  observations: fc.array(fc.constantFrom('Likes tea', 'Lives in Rome', '')),
});
const relation = fc.record({
  from: fc.constantFrom('Ada', 'Bob'),
  to: fc.constantFrom('Ada', 'Bob', 'Eve'),
  relationType: fc.constantFrom('knows', ''),
});

/** Nothing listens at the first one; the service must not connect to the others, nor resolve their names. */
const webhook = fc.constantFrom<unknown>(
  'http://127.0.0.1:9/hook',
  'http://127.0.0.1:9/hook?a=b#c',
  'http://10.0.0.1/',
  'http://169.254.169.254/latest/meta-data',
  'http://[::1]/',
  'ftp://127.0.0.1/',
  'javascript:alert(1)',
);

/** Fields whose schema is looser than the operation's own rules, by operation and name. */
export const SPECIAL: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  'memory.import links': fc.array(importedLink, { maxLength: 4 }),
  'memory.import results': fc.array(mem0, { maxLength: 3 }),
  'memory.import entities': fc.array(entity, { maxLength: 3 }),
  'memory.import relations': fc.array(relation, { maxLength: 3 }),
  // One of the two, and a position that usually exists.
  'memory.ingest text': fc.constantFrom<unknown>(null, null, null, 'I keep bees. They sleep now.', ''),
  'memory.ingest position': fc.constantFrom<unknown>(null, null, 0, 1, 9_999),
  'events.subscribe url': webhook,
  'events.subscribe webhook_url': webhook,
  'events.change url': webhook,
};
