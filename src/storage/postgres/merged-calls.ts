import { RecollectError } from '../../kernel/errors.js';
import type { Merging } from '../statement.js';

/** Calls per transaction. */
const MAX_CALLS = 32;

interface Waiting<I, O> {
  readonly input: I;
  resolve(value: O): void;
  reject(error: unknown): void;
}

/**
 * Merges calls that wait for the same key. Each transaction of a key locks the same rows (its allowance, its storage use) until its flush is done:
 * one by one, a caller would wait for as many flushes as there are callers before it.
 */
export class MergedCalls {
  // biome-ignore lint/suspicious/noExplicitAny: calls of every statement
  readonly #lines = new Map<string, Waiting<any, any>[]>();

  /** `run` runs the statement in a transaction of its own. */
  run<I, O>(name: string, merging: Merging<I, O>, input: I, run: (input: I) => Promise<O>): Promise<O> {
    const group = merging.group(input);
    if (group === null) return run(input);
    const line = `${name} ${group}`;
    return new Promise<O>((resolve, reject) => {
      const call = { input, resolve, reject };
      const waiting = this.#lines.get(line);
      if (waiting) waiting.push(call);
      else void this.#follow(line, [call], merging, run);
    });
  }

  /** One transaction at a time: calls that arrive meanwhile wait and share the next one. */
  async #follow<I, O>(line: string, first: Waiting<I, O>[], merging: Merging<I, O>, run: (input: I) => Promise<O>) {
    const waiting: Waiting<I, O>[] = [];
    this.#lines.set(line, waiting);
    for (let calls = first; calls.length > 0; calls = waiting.splice(0, MAX_CALLS)) await together(calls, merging, run);
    this.#lines.delete(line);
  }
}

async function together<I, O>(
  calls: readonly Waiting<I, O>[],
  { join, split }: Merging<I, O>,
  run: (input: I) => Promise<O>,
): Promise<void> {
  const alone = ({ input, resolve, reject }: Waiting<I, O>) => run(input).then(resolve, reject);
  const [first, second] = calls;
  if (first && !second) return alone(first);
  try {
    const inputs = calls.map(({ input }) => input);
    const values = split(await run(join(inputs)), inputs);
    calls.forEach(({ resolve }, i) => {
      resolve(values[i] as O);
    });
  } catch (error) {
    // Nothing was written, unless the connection was lost during the commit. Running each on its own shows which one failed; a server that is
    // unavailable is unavailable to all.
    if (error instanceof RecollectError && error.code === 'database_unavailable')
      for (const { reject } of calls) reject(error);
    else for (const call of calls) await alone(call);
  }
}
