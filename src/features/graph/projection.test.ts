import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { atOnce } from '../../kernel/turns/turns.js';
import { project } from './projection.js';

const placesOf = (vectors: readonly (readonly number[])[]) => {
  const { places, explained } = atOnce(project(vectors.map((vector) => Float32Array.from(vector))));
  return { places: Array.from({ length: vectors.length }, (_, i) => [places[i * 2], places[i * 2 + 1]]), explained };
};
const close = (a: number | undefined, b: number) =>
  assert.ok(Math.abs((a ?? Number.NaN) - b) < 1e-3, `${a} is not ${b}`);

describe('the projection of a map', () => {
  it('puts vectors along the directions in which they differ most, the widest first', () => {
    const at = [-3, -1, 0, 1, 3];
    const line = at.map((x) => [5, 0.1, x, 0]);
    const { places, explained } = placesOf(line);
    for (const [i, x] of at.entries()) {
      close(places[i]?.[0], x / 3);
      close(places[i]?.[1], 0);
    }
    close(explained, 1);
    const cross = [...at.map((x) => [0, x, 0]), ...at.map((y) => [y / 2, 0, 0])];
    const laid = placesOf(cross).places;
    close(Math.abs(laid[0]?.[0] as number), 1);
    close(Math.abs(laid[5]?.[1] as number), 0.5);
    close(laid[5]?.[0], 0);
  });

  it('has a place for one vector, for equal ones and for none', () => {
    assert.deepEqual(placesOf([]), { places: [], explained: 0 });
    assert.deepEqual(placesOf([[1, 2, 3]]), { places: [[0, 0]], explained: 0 });
    assert.deepEqual(
      placesOf([
        [0, 1],
        [0, 1],
      ]).places,
      [
        [0, 0],
        [0, 0],
      ],
    );
  });

  it('is deterministic, with places between −1 and 1 and a share between 0 and 1', () => {
    const part = fc.float({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.array(part, { minLength: 6, maxLength: 6 }), { maxLength: 40 }), (vectors) => {
        const first = placesOf(vectors);
        assert.deepEqual(placesOf(vectors), first);
        for (const place of first.places.flat()) assert.ok(Math.abs(place as number) <= 1);
        assert.ok(first.explained >= 0 && first.explained <= 1);
      }),
    );
  });

  it('reports its work in small steps, so that others get a turn', () => {
    const vectors = Array.from({ length: 2_000 }, (_, i) =>
      Float32Array.from({ length: 64 }, (__, j) => Math.sin(i * 7 + j * 13)),
    );
    let most = 0;
    const work = project(vectors);
    for (let step = work.next(); !step.done; step = work.next()) most = Math.max(most, step.value);
    assert.ok(most <= 1_024, `${most}`);
  });
});
