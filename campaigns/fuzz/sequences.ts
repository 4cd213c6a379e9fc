import fc from 'fast-check';
import { TestClock } from '../../test/support/clock.js';
import type { EngineName } from '../../test/support/databases.js';
import { startTestService } from '../../test/support/service.js';
import { memorySteps } from './memory-steps.js';
import { otherSteps } from './other-steps.js';
import { type Real, World } from './world.js';

interface SequenceFigures {
  runs: number;
  requests: number;
  /** The shortest sequence that shows a difference, with its seed; null if there is none. */
  failure: string | null;
}
const STEPS = 80;
/** Runs requested from fast-check at a time; the number of requests ends it. */
const RUNS = 25;

/** Random sequences of operations, each with its own key; every response is compared with the model. */
export async function sequences(options: {
  engine: EngineName;
  requests: number;
  seed: number;
}): Promise<SequenceFigures> {
  const clock = new TestClock();
  const service = await startTestService(options.engine, { clock, background: false });
  const figures: SequenceFigures = { runs: 0, requests: 0, failure: null };
  const commands = fc.commands([...memorySteps, ...otherSteps], { maxCommands: STEPS, size: 'max' });
  const sequence = fc.asyncProperty(commands, async (steps) => {
    const { key } = await service.mint();
    const call: Real['call'] = (method, path, given) => {
      figures.requests++;
      return service.call(method, path, { key, ...given });
    };
    figures.runs++;
    clock.advance(1);
    await fc.asyncModelRun(() => ({ model: new World(), real: { clock, call } }), steps);
  });
  try {
    for (let round = 0; figures.requests < options.requests && figures.failure === null; round++) {
      const seed = (options.seed * 7_919 + round * 104_729) | 0;
      const result = await fc.check(sequence, { seed, numRuns: RUNS });
      if (result.failed) figures.failure = `${fc.defaultReportMessage(result)}\n${result.errorInstance}`;
    }
  } finally {
    await service.stop();
    await service.place.remove();
  }
  return figures;
}
