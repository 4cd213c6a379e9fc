import type { Edge, Node } from '../../lib/explored.js';
import { besideNode, onScreen, type Place } from '../../lib/plane.js';
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
/** Above this many, labels would overlap: only the selected node is labelled. */
const NAMED = 40;
const CHARACTERS = 26;
const LINE = 16;
/** Distance from the centre of a node to its label. */
const GAP = 18;

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
  (context, view, size) => {
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
    context.textBaseline = 'middle';
    context.lineJoin = 'round';
    const ends = (id: string) => edges.flatMap(({ from, to }) => (from === id ? [to] : to === id ? [from] : []));
    const taken = [...at.values()].map(({ x, y }) => ({ x: x - 8, y: y - 8, width: 16, height: 16 }));
    // The selected node is always labelled, whatever is in the way, so it goes first.
    const named = nodes.length > NAMED ? [] : nodes.filter(({ id }) => id !== chosen);
    for (const node of [...nodes.filter(({ id }) => id === chosen), ...named]) {
      const place = at.get(node.id) as Place;
      const [first = ''] = node.content.split('\n');
      const name = first.length > CHARACTERS ? `${first.slice(0, CHARACTERS).trimEnd()}…` : first;
      const box = { width: context.measureText(name).width, height: LINE };
      const others = ends(node.id).map((id) => at.get(id) ?? place);
      const toward = {
        x: others.reduce((sum, { x }) => sum + x, 0) / (others.length || 1),
        y: others.reduce((sum, { y }) => sum + y, 0) / (others.length || 1),
      };
      const free = besideNode(place, toward, GAP, box, taken, size);
      if (!free && node.id !== chosen) continue;
      const { x, y } = free ?? { x: place.x - box.width / 2, y: place.y + GAP };
      taken.push({ x, y, ...box });
      context.strokeStyle = colour('--raised');
      context.lineWidth = 6;
      context.strokeText(name, x, y + LINE / 2);
      context.fillStyle = colour(node.id === chosen ? '--ink' : '--soft');
      context.fillText(name, x, y + LINE / 2);
    }
  };

/** An arrow that stops short of its target. */
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
