import { forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY } from 'd3-force';
import type { FromLayout, ToLayout } from './layout.js';

interface Body {
  id: string;
  x?: number;
  y?: number;
}

/** Ticks between two frames. */
const TICKS = 4;
const STILL = 0.02;

const scope = self as unknown as {
  onmessage: (event: { data: ToLayout }) => void;
  postMessage(message: FromLayout, transfer: ArrayBuffer[]): void;
};
let bodies = new Map<string, Body>();
let running: ReturnType<typeof setTimeout> | undefined;

const links = forceLink<Body>([])
  .id(({ id }) => id)
  .distance(90)
  .strength(0.5);
const simulation = forceSimulation<Body>([])
  .force('links', links)
  .force('apart', forceManyBody().strength(-260).distanceMax(600))
  .force('room', forceCollide(20))
  .force('across', forceX(0).strength(0.05))
  .force('down', forceY(0).strength(0.05))
  .stop();

scope.onmessage = ({ data: { nodes, edges, atOnce } }) => {
  clearTimeout(running);
  const before = bodies;
  // A new node starts beside a node it is linked with, so that the picture does not jump.
  const beside = new Map(
    edges.flatMap(([from, to]): [string, string][] => [
      [from, to],
      [to, from],
    ]),
  );
  bodies = new Map(
    nodes.map((id, at): [string, Body] => {
      const other = before.get(beside.get(id) ?? '');
      const place = other ? { x: (other.x ?? 0) + 12 * Math.cos(at), y: (other.y ?? 0) + 12 * Math.sin(at) } : {};
      return [id, before.get(id) ?? { id, ...place }];
    }),
  );
  simulation.nodes([...bodies.values()]);
  links.links(edges.map(([source, target]) => ({ source, target })));
  simulation.alpha(before.size === 0 ? 1 : 0.6);
  if (atOnce) while (simulation.alpha() > STILL) simulation.tick();
  step();
};

function step(): void {
  simulation.tick(TICKS);
  const places = new Float32Array(bodies.size * 2);
  for (const [at, { x = 0, y = 0 }] of [...bodies.values()].entries()) places.set([x, y], at * 2);
  scope.postMessage({ ids: [...bodies.keys()], places }, [places.buffer]);
  if (simulation.alpha() > STILL) running = setTimeout(step, 0);
}
