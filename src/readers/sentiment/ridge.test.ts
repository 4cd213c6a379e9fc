import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitLines, valueOn } from './ridge.js';

/** Pseudo-random numbers that are the same in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) / 2 ** 23 - 1;
  };
}
const next = numbers(7);
const SIZE = 12;
const vectors = Array.from({ length: 80 }, () => Float32Array.from({ length: SIZE }, next));
const near = (value: number, expected: number, by: number) =>
  assert.ok(Math.abs(value - expected) < by, `${value} is not about ${expected}`);

test('finds the line that labels lie on, with a reliability of one', () => {
  const labels = vectors.map((vector) => 2 * (vector[0] as number) - (vector[3] as number) + 0.5);
  const [line] = fitLines(vectors, [labels], 1e-6);
  assert.ok(line);
  near(line.reliability, 1, 1e-6);
  near(line.bias, 0.5, 1e-3);
  near(line.weights[0] as number, 2, 1e-3);
  vectors.forEach((vector, i) => {
    near(valueOn(line, vector), labels[i] as number, 1e-3);
  });
});

test('is unreliable if the labels have nothing to do with the vectors', () => {
  const [line] = fitLines(vectors, [vectors.map(next)], 1);
  assert.ok(line && line.reliability < 0.2);
});

test('undoes the shrinking of a strong smoothing', () => {
  const labels = vectors.map((vector) => vector[0] as number);
  const [line] = fitLines(vectors, [labels], 50);
  assert.ok(line && line.reliability > 0.5);
  const spread = Math.max(...vectors.map((vector) => valueOn(line, vector)));
  assert.ok(spread > 0.5, `${spread}`);
});

test('predicts the mean if there is nothing to learn from', () => {
  const same = vectors.map(() => Float32Array.of(1, 0));
  const [line] = fitLines(same, [same.map((_, i) => i % 2)], 1);
  assert.ok(line);
  assert.equal(line.reliability, 0);
  near(valueOn(line, Float32Array.of(1, 0)), 0.5, 1e-9);
});
