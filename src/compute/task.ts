import type { Work } from '../kernel/turns/turns.js';

/** A part of a large result, delivered before the rest is made: the receiver takes one part at a time. */
export class Part {
  constructor(readonly value: unknown) {}
}

/** Interruptible work (see kernel/turns/turns.ts) that may deliver its result in parts. */
export type Computation<T> = Generator<number | Part, T, void>;

/**
 * A pure function that may take long because of what a caller sent. It runs in the compute thread unless it is small. Input and output must
 * survive structured cloning.
 */
export interface Task<I, O> {
  readonly name: string;
  body(input: I): Computation<O> | Promise<Computation<O>>;
}
// biome-ignore lint/suspicious/noExplicitAny: a list of tasks of every shape
export type AnyTask = Task<any, any>;

export const defineTask = <I, O>(
  name: string,
  body: (input: I) => Work<O> | Computation<O> | Promise<Work<O>>,
): Task<I, O> => ({ name, body });
