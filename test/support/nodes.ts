import { after, describe, it } from 'node:test';
import { newPlace, POSTGRES_SKIPPED } from './databases.js';
import { startTestService, type TestOptions, type TestService } from './service.js';

/** Services that share one PostgreSQL, like nodes behind a balancer. */
type StartNodes = (count: number, options?: TestOptions) => Promise<TestService[]>;

/** A suite that needs several nodes: without PostgreSQL it is one skipped test that says why. */
export function onManyNodes(name: string, suite: (start: StartNodes) => void): void {
  describe(name, () => {
    if (POSTGRES_SKIPPED) {
      it('all of it', { skip: POSTGRES_SKIPPED }, () => {});
      return;
    }
    const started: TestService[] = [];
    suite(async (count, options = {}) => {
      const place = options.place ?? (await newPlace('postgres'));
      const nodes = await Promise.all(
        Array.from({ length: count }, () => startTestService('postgres', { background: false, ...options, place })),
      );
      started.push(...nodes);
      return nodes;
    });
    after(async () => {
      await Promise.all(started.map((node) => node.stop()));
      for (const place of new Set(started.map((node) => node.place))) await place.remove();
    });
  });
}

/** The same call on every node concurrently. */
export const everywhere = (nodes: readonly TestService[], ...call: Parameters<TestService['call']>) =>
  Promise.all(nodes.map((node) => node.call(...call)));

export const statuses = (responses: readonly { status: number }[]) => responses.map(({ status }) => status);

/** The number of responses per status. */
export function tally(responses: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
