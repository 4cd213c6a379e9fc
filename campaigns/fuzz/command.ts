import type fc from 'fast-check';
import type { Real, World } from './world.js';

export type Step = fc.AsyncCommand<World, Real>;

/** A step of a sequence: calls the service, asks the model, and compares. It can run in any state. */
export function step<A>(name: string, given: A, run: (world: World, real: Real, given: A) => Promise<void>): Step {
  return {
    check: () => true,
    run: (world, real) => run(world, real, given),
    toString: () => `${name}(${JSON.stringify(given)})`,
  };
}
