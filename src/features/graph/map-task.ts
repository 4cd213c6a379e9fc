import { defineTask } from '../../compute/task.js';
import type { Work } from '../../kernel/turns/turns.js';
import { type Projection, project } from './projection.js';

interface MapInput {
  /** Concatenated vectors, one array per page read. */
  pages: readonly Float32Array[];
  dimensions: number;
}

export const mapTask = defineTask('graph.map', mapping);

function* mapping({ pages, dimensions }: MapInput): Work<Projection> {
  const vectors = pages.flatMap((page) =>
    Array.from({ length: page.length / dimensions }, (_, i) => page.subarray(i * dimensions, (i + 1) * dimensions)),
  );
  return yield* project(vectors);
}
