import { isMainThread } from 'node:worker_threads';
import { invalid } from '../kernel/errors.js';
import { TURN_UNITS, type Work } from '../kernel/turns/turns.js';
import { type Computation, defineTask, Part } from './task.js';
import { serveCompute } from './thread.js';

export interface Counted {
  value: number;
}

export const count = defineTask('count', function* (turns: number): Work<Counted> {
  for (let i = 0; i < turns; i++) yield TURN_UNITS;
  return { value: turns };
});

// biome-ignore lint/correctness/useYield: it fails before it does anything
export const fail = defineTask('fail', function* (reason: string): Work<null> {
  throw invalid(reason);
});

export const parts = defineTask('parts', function* (number: number): Computation<string> {
  for (let i = 0; i < number; i++) yield new Part(i);
  return 'done';
});

export const grow = defineTask('grow', function* (_: null): Work<null> {
  for (const kept: unknown[] = []; ; yield 1) kept.push(new Array(100_000).fill({}));
});

if (!isMainThread) serveCompute([count, fail, parts, grow]);
