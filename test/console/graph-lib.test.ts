import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { colouring, SHADES } from '../../src/console/lib/colours.js';
import { joined, MAX_NODES, NOTHING } from '../../src/console/lib/explored.js';
import { besideNode, fitted, nearest, onScreen, zoomed } from '../../src/console/lib/plane.js';

const SIZE = { width: 400, height: 300 };

describe('the graph of the console, without a browser', () => {
  it('fits all places on the screen, and keeps the place under the pointer when zooming', () => {
    const places = [
      { x: -1, y: 2 },
      { x: 3, y: -0.5 },
      { x: 0, y: 0 },
    ];
    const fit = fitted(places, SIZE, 1_000);
    for (const place of places) {
      const { x, y } = onScreen(fit, place);
      assert.ok(x >= 0 && x <= SIZE.width && y >= 0 && y <= SIZE.height);
    }
    const at = onScreen(fit, places[1] as { x: number; y: number });
    const near = zoomed(fit, 3, at, fit);
    const after = onScreen(near, places[1] as { x: number; y: number });
    assert.ok(Math.hypot(after.x - at.x, after.y - at.y) < 1e-6);
    assert.equal(nearest(places, near, at, 10), 1);
    assert.equal(nearest(places, near, { x: at.x + 50, y: at.y }, 10), -1);
    assert.deepEqual(fitted([], SIZE, 7), { scale: 7, x: 200, y: 150 });
    assert.equal(fitted([{ x: 1, y: 1 }], SIZE, 7).scale, 7);
  });

  it('puts a label beside its node: away from its links, overlapping nothing, and on the screen', () => {
    const [at, name] = [
      { x: 200, y: 150 },
      { width: 100, height: 16 },
    ];
    const beside = (toward: { x: number; y: number }, taken: Parameters<typeof besideNode>[4] = [], size = SIZE) =>
      besideNode(at, toward, 15, name, taken, size);
    assert.equal(beside({ x: 100, y: 150 })?.x, 215);
    assert.equal(beside({ x: 300, y: 150 })?.x, 85);
    const toTheRight = { x: 210, y: 140, width: 30, height: 20 };
    assert.deepEqual(beside({ x: 100, y: 0 }, [toTheRight]), { x: 150, y: 165, ...name });
    assert.deepEqual(beside({ x: 100, y: 300 }, [toTheRight]), { x: 150, y: 119, ...name });
    assert.equal(beside({ x: 100, y: 0 }, [], { width: 300, height: 300 })?.y, 165, 'it would stick out');
    const around = [toTheRight, ...[110, 170].map((y) => ({ x: 190, y, width: 20, height: 20 }))];
    assert.equal(beside({ x: 100, y: 150 }, around)?.x, 85);
    assert.equal(beside({ x: 0, y: 0 }, [{ x: 0, y: 0, ...SIZE }]), undefined);
  });

  it('gives every point one of the shades of its legend', () => {
    const points = (['people', 'facts', 'other', 'people'] as const).map((category, i) => ({
      ...{ id: `mem_${i}`, x: 0, y: 0, category, text: '' },
      ...{ created_at: Date.UTC(2026, i, 1), risk: i / 3 },
    }));
    for (const by of ['category', 'time', 'risk'] as const) {
      const { shades, of } = colouring(points, by, (name) => name);
      assert.equal(
        shades.reduce((sum, { count }) => sum + count, 0),
        points.length,
      );
      for (const shade of of) assert.ok(shade < shades.length);
    }
    assert.deepEqual([...colouring(points, 'risk', (name) => name).of], [0, 2, 4, SHADES - 1]);
    const category = colouring(points, 'category', (name) => name);
    assert.equal(category.shades[category.of[0] as number]?.name, 'people');
    assert.equal(colouring([], 'time', (name) => name).of.length, 0);
  });

  it('merges the links of one memory after another, up to the limit', () => {
    const node = (id: string, depth: number) => ({
      ...{ id, user_id: 'ada', agent_id: 'a', content: id, content_cut: false },
      ...{ kind: 'semantic' as const, superseded_by: null, depth },
    });
    const edge = (from: string, to: string) => ({
      ...{ id: `${from}-${to}`, from, to, relationship: 'causes' as const, weight: 1, automatic: false },
    });
    const first = joined(NOTHING, 'a', {
      ...{ start: 'a', depth: 1, truncated: false },
      nodes: [node('a', 0), node('b', 1)],
      edges: [edge('a', 'b')],
    });
    assert.deepEqual([...first.expanded], [['a', false]]);
    const many = Array.from({ length: MAX_NODES }, (_, i) => `n${i}`);
    const second = joined(first, 'b', {
      ...{ start: 'b', depth: 1, truncated: false },
      nodes: [node('b', 0), node('a', 1), ...many.map((id) => node(id, 1))],
      edges: [edge('a', 'b'), ...many.map((id) => edge('b', id))],
    });
    assert.equal(second.nodes.length, MAX_NODES);
    assert.equal(second.edges.length, MAX_NODES - 1);
    assert.deepEqual([second.expanded.get('a'), second.expanded.get('b')], [false, true]);
    assert.deepEqual(
      second.nodes.slice(0, 3).map(({ depth }) => depth),
      [0, 1, 2],
    );
  });
});
