import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom, unitVector } from '../../../test/support/memories.js';
import { atOnce } from '../../kernel/turns/turns.js';
import { clusters as clustering } from './clusters.js';
import { duplicateGroups as grouping } from './duplicates.js';
import { corpusOf, labelOf } from './labels.js';
import { readTexts as reading } from './reading.js';
import type { SampledMemory } from './sql/sample.js';
import { normal, shareChange } from './statistics.js';
import { studyTask } from './study-task.js';

const clusters = (...given: Parameters<typeof clustering>) => atOnce(clustering(...given));
const readTexts = (...given: Parameters<typeof reading>) => atOnce(reading(...given));
const duplicateGroups = (...given: Parameters<typeof grouping>) => atOnce(grouping(...given));

const MONDAY = Date.UTC(2026, 10, 2);
let number = 0;
const sampled = (text: string, more: Partial<SampledMemory> = {}): SampledMemory => ({
  id: `mem_${String(++number).padStart(4, '0')}`,
  ...{ at: MONDAY, category: 'other', verified_at: null, tags: [], text, ...more },
});

test('vectors around different centres are separated, strays stay out, whatever their order', async () => {
  const random = seededRandom(3);
  const centres = Array.from({ length: 4 }, () => unitVector(48, random));
  const vectors: Float32Array[] = [];
  for (let i = 0; i < 120; i++) {
    const noise = unitVector(48, random);
    const centre = centres[i % 4] as Float32Array;
    const mixed = centre.map((value, at) => value + 0.5 * (noise[at] as number));
    const norm = Math.hypot(...mixed);
    vectors.push(mixed.map((value) => value / norm));
  }
  vectors.push(unitVector(48, random));
  const groups = clusters(vectors, 0.6);
  assert.deepEqual(groups.map((group) => group.length).sort(), [30, 30, 30, 30]);
  for (const group of groups) assert.equal(new Set(group.map((index) => index % 4)).size, 1);
  assert.ok(!groups.flat().includes(120));
  const reversed = clusters(vectors.toReversed(), 0.6).map((group) => group.map((index) => 120 - index));
  const sets = (all: number[][]) => new Set(all.map((group) => group.sort((a, b) => a - b).join()));
  assert.deepEqual(sets(reversed), sets(groups));
  assert.deepEqual(clusters([], 0.6), []);
});

test('a topic is found even after many strays', async () => {
  const random = seededRandom(5);
  const strays = Array.from({ length: 150 }, () => unitVector(64, random));
  const centre = unitVector(64, random);
  const near = Array.from({ length: 6 }, () => {
    const noise = unitVector(64, random);
    const mixed = centre.map((value, at) => value + 0.3 * (noise[at] as number));
    return mixed.map((value) => value / Math.hypot(...mixed));
  });
  const [first] = clusters([...strays, ...near], 0.7);
  assert.deepEqual([...(first ?? [])].sort(), [150, 151, 152, 153, 154, 155]);
});

test('dates are read one memory at a time, with a break after each that may be full of them', async () => {
  let read = 0;
  const memories = Array.from({ length: 300 }, (_, i) => {
    const memory = sampled(`${'3 May. '.repeat(41)}${i}`);
    return Object.defineProperty(memory, 'category', { enumerable: true, get: () => read++ && 'events' });
  });
  const none = { count: 0, memories: [] };
  const facts = { worked: none, failed: none, unverified: none, unused: none };
  const input = {
    sample: { total: memories.length, memories },
    vectors: new Map(memories.map(({ id }) => [id, new Float32Array([1, 0])])),
    facts: { facts, total: memories.length, retrieved: 0, tags: [], conflicts: [], openConflicts: 0 },
    ...{ ages: { unverifiedDays: 90, unusedDays: 30 }, now: MONDAY },
  };
  const work = await studyTask.body(input);
  for (let isDone = false; !isDone; ) {
    const before = read;
    isDone = work.next().done === true;
    assert.ok(read - before <= 1, `${read - before} without a break`);
  }
  assert.ok(read >= 2 * memories.length);
});

test('a topic is named after the tag its memories share, else after their phrase, else not at all', async () => {
  const others = [
    'The invoice of May is paid',
    'Meeting rooms are upstairs',
    'A parcel came on Tuesday',
    'It rained all day',
  ];
  const garden = [
    'She waters the tomato plants daily',
    'The tomato plants need new soil',
    'He bought tomato plants for the balcony',
  ];
  const plain = readTexts([...garden, ...others].map((text) => sampled(text)));
  assert.equal(labelOf(plain.slice(0, 3), corpusOf(plain)), 'tomato plants');
  const tagged = readTexts([
    ...garden.map((text) => sampled(text, { tags: ['balcony garden', 'all'] })),
    ...others.map((text) => sampled(text, { tags: ['all'] })),
  ]);
  assert.equal(labelOf(tagged.slice(0, 3), corpusOf(tagged)), 'balcony garden');
  const unlike = readTexts(others.map((text) => sampled(text)));
  assert.equal(labelOf(unlike, corpusOf(unlike)), null);
});

test('a shared verb is not a topic', async () => {
  const texts = ['Ada enjoys long walks', 'Ben enjoys chess', 'Cleo enjoys the sea'];
  const memories = readTexts([...texts, 'The bus is late', 'A door was open'].map((text) => sampled(text)));
  assert.equal(labelOf(memories.slice(0, 3), corpusOf(memories)), null);
});

test('texts whose sketches meet are compared: the same words with another number are no duplicate', async () => {
  const met = (id: string, text: string, place = 'a', band = 1) => ({ id, text, place, band });
  const groups = duplicateGroups([
    met('m1', 'The train to Porto leaves from platform four'),
    met('m2', 'the train to Porto leaves from platform four!'),
    met('m3', 'The train to Porto leaves from platform 12'),
    met('m4', 'The train to Porto leaves from platform four', 'b'),
    met('m2', 'the train to Porto leaves from platform four!', 'a', 2),
    met('m5', 'The train to Porto leaves from platform four.', 'a', 2),
  ]);
  assert.deepEqual(groups, [['m1', 'm2', 'm5']]);
});

test('shares that differ by chance are near, and others are not', () => {
  assert.ok(Math.abs(normal(1.96) - 0.975) < 1e-4 && Math.abs(normal(-1.96) - 0.025) < 1e-4);
  assert.ok(shareChange(20, 40, 5, 40) > 3);
  assert.ok(Math.abs(shareChange(6, 40, 5, 40)) < 1);
  assert.equal(shareChange(1, 0, 1, 5), 0);
});
