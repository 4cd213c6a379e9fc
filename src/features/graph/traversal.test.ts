import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type FoundLink, Traversal } from './traversal.js';

type Pair = readonly [from: string, to: string, weight?: number];
const graph = (...pairs: Pair[]) =>
  pairs.map(([from, to, weight = 1], i) => ({
    id: `l${String(i).padStart(3, '0')}`,
    relationship: 'related_to' as const,
    automatic: false,
    ...{ from, to, weight },
  }));
type Graph = ReturnType<typeof graph>;

/** The links at a frontier, in both directions. */
const linksAt = (links: Graph, ids: readonly string[]): FoundLink[] =>
  ids.flatMap((at) => links.filter(({ from, to }) => from === at || to === at).map((link) => ({ at, ...link })));

function walked(links: Graph, most: { nodes: number; edges: number }, depth = 4): Traversal {
  const walk = new Traversal('a', most);
  for (let level = 0; level < depth && walk.frontier.length && !walk.truncated; level++) {
    walk.step(linksAt(links, walk.frontier));
  }
  return walk;
}
const plenty = { nodes: 1_000, edges: 5_000 };

describe('a walk over links', () => {
  test('finds every memory at its shortest distance, and terminates on cycles', () => {
    const walk = walked(graph(['a', 'b'], ['b', 'c'], ['c', 'a'], ['c', 'd']), plenty);
    assert.deepEqual([...walk.depths], [...Object.entries({ a: 0, c: 1, b: 1, d: 2 })]);
    assert.equal(walk.edges.size, 4);
    assert.equal(walk.truncated, false);
  });

  test('goes one level per step', () => {
    const walk = walked(graph(['a', 'b'], ['b', 'c'], ['c', 'd']), plenty, 2);
    assert.deepEqual([...walk.depths.keys()], ['a', 'b', 'c']);
    assert.equal(walk.truncated, false);
  });

  test('keeps the heaviest links when there is no room for all, and says so', () => {
    const walk = walked(graph(['a', 'b', 0.2], ['a', 'c', 0.9], ['d', 'a', 0.5]), { nodes: 3, edges: 15 });
    assert.deepEqual([...walk.depths.keys()], ['a', 'c', 'd']);
    assert.equal(walk.truncated, true);
  });

  test('is not truncated when everything fits exactly', () => {
    const walk = walked(graph(['a', 'b'], ['a', 'c']), { nodes: 3, edges: 2 });
    assert.equal(walk.truncated, false);
    assert.equal(walked(graph(['a', 'b'], ['a', 'c'], ['b', 'c']), { nodes: 3, edges: 2 }).truncated, true);
  });

  test('leaves nothing out silently, whatever the graph and the limits', () => {
    const name = fc.constantFrom(...'abcdefgh');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(name, name, fc.constantFrom(0, 0.5, 1)), { maxLength: 25 }),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 4 }),
        (pairs, nodes, edges, depth) => {
          const links = graph(...pairs.filter(([from, to]) => from !== to));
          const whole = walked(links, plenty, depth);
          const cut = walked(links, { nodes, edges }, depth);
          assert.ok(cut.depths.size <= nodes && cut.edges.size <= edges);
          const same = cut.depths.size === whole.depths.size && cut.edges.size === whole.edges.size;
          assert.equal(cut.truncated, !same);
          for (const [id, distance] of cut.depths) assert.ok(distance >= (whole.depths.get(id) ?? Number.NaN));
          for (const { from, to } of cut.edges.values()) assert.ok(cut.depths.has(from) && cut.depths.has(to));
        },
      ),
    );
  });
});
