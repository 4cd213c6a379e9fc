import { onScreen, type Place } from '../../lib/plane.js';
import type { Edge, Node } from '../../lib/walk.js';
import { type Draw, pageColour } from './plane.js';

export const RELATION_COLOURS: Record<Edge['relationship'], string> = {
  contradicts: '--bad',
  supersedes: '--part-time',
  supports: '--part-outcome',
  causes: '--part-importance',
  follows: '--part-newer',
  part_of: '--part-reading',
  related_to: '--part-other',
};

const WHOLE = Math.PI * 2;
/** With more than so many, names would lie on each other: only the chosen one has its own. */
const NAMED = 40;
const CHARACTERS = 26;

interface Drawn {
  nodes: readonly Node[];
  edges: readonly Edge[];
  places: readonly Place[];
  chosen: string;
  start: string;
  expanded: ReadonlyMap<string, boolean>;
}

export const drawing =
  ({ nodes, edges, places, chosen, start, expanded }: Drawn): Draw =>
  (context, view) => {
    const at = new Map(nodes.map(({ id }, i) => [id, onScreen(view, places[i] ?? { x: 0, y: 0 })]));
    const colours = new Map<string, string>();
    const colour = (name: string) => {
      const known = colours.get(name) ?? pageColour(name);
      colours.set(name, known);
      return known;
    };
    for (const edge of edges) {
      const [from, to] = [at.get(edge.from), at.get(edge.to)];
      if (!from || !to) continue;
      context.strokeStyle = colour(RELATION_COLOURS[edge.relationship]);
      context.fillStyle = context.strokeStyle;
      const isOwn = edge.from === chosen || edge.to === chosen;
      context.lineWidth = isOwn ? 2 : 1;
      context.globalAlpha = isOwn ? 1 : 0.6;
      arrow(context, from, to);
    }
    context.globalAlpha = 1;
    for (const node of nodes) {
      const place = at.get(node.id) as Place;
      const radius = node.id === start ? 9 : 6.5;
      context.fillStyle = colour(node.superseded_by !== null ? '--line-strong' : '--accent');
      context.beginPath();
      context.arc(place.x, place.y, radius, 0, WHOLE);
      context.fill();
      // Hollow: its links were not followed yet.
      if (!expanded.has(node.id)) {
        context.fillStyle = colour('--raised');
        context.beginPath();
        context.arc(place.x, place.y, radius - 2.5, 0, WHOLE);
        context.fill();
      }
      if (node.id === chosen) {
        context.strokeStyle = colour('--ink');
        context.lineWidth = 2;
        context.beginPath();
        context.arc(place.x, place.y, radius + 3.5, 0, WHOLE);
        context.stroke();
      }
    }
    context.font = '12px system-ui, sans-serif';
    context.textAlign = 'center';
    context.lineJoin = 'round';
    for (const node of nodes) {
      if (nodes.length > NAMED && node.id !== chosen) continue;
      const place = at.get(node.id) as Place;
      const [first = ''] = node.content.split('\n');
      const name = first.length > CHARACTERS ? `${first.slice(0, CHARACTERS)}…` : first;
      context.strokeStyle = colour('--raised');
      context.lineWidth = 4;
      context.strokeText(name, place.x, place.y + 23);
      context.fillStyle = colour(node.id === chosen ? '--ink' : '--soft');
      context.fillText(name, place.x, place.y + 23);
    }
  };

/** A line that ends in a head, short of what it leads to. */
function arrow(context: CanvasRenderingContext2D, from: Place, to: Place): void {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [x, y] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const end = { x: to.x - x * 11, y: to.y - y * 11 };
  context.beginPath();
  context.moveTo(from.x, from.y);
  context.lineTo(end.x, end.y);
  context.stroke();
  context.beginPath();
  context.moveTo(end.x, end.y);
  context.lineTo(end.x - x * 7 - y * 3.5, end.y - y * 7 + x * 3.5);
  context.lineTo(end.x - x * 7 + y * 3.5, end.y - y * 7 - x * 3.5);
  context.fill();
}
