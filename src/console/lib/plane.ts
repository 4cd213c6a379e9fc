/** The view of a plane: a place is drawn at `place * scale + offset` on the screen. */
export interface View {
  scale: number;
  x: number;
  y: number;
}
export interface Place {
  x: number;
  y: number;
}
export interface Size {
  width: number;
  height: number;
}

const MARGIN = 28;
const CLOSEST = 400;

/** Centres all places on the screen, as large as possible. `widest` is the scale when all places coincide. */
export function fitted(places: Iterable<Place>, { width, height }: Size, widest: number): View {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of places) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  if (left > right) return { scale: widest, x: width / 2, y: height / 2 };
  const across = Math.max(1, width - 2 * MARGIN) / (right - left || 1e-9);
  const down = Math.max(1, height - 2 * MARGIN) / (bottom - top || 1e-9);
  const scale = Math.min(across, down, widest);
  return { scale, x: width / 2 - ((left + right) / 2) * scale, y: height / 2 - ((top + bottom) / 2) * scale };
}

export const onScreen = ({ scale, x, y }: View, place: Place): Place => ({
  x: place.x * scale + x,
  y: place.y * scale + y,
});

/** Zooms in or out; the place under `at` stays where it is. */
export function zoomed(view: View, by: number, at: Place, fit: View): View {
  const scale = Math.min(fit.scale * CLOSEST, Math.max(fit.scale / 4, view.scale * by));
  const change = scale / view.scale;
  return { scale, x: at.x - (at.x - view.x) * change, y: at.y - (at.y - view.y) * change };
}

/** The nearest place within `reach` on the screen, or −1. On a tie the last one wins, because it is drawn on top. */
export function nearest(places: readonly Place[], view: View, at: Place, reach: number): number {
  let found = -1;
  let least = reach * reach;
  for (let i = 0; i < places.length; i++) {
    const { x, y } = onScreen(view, places[i] as Place);
    const distance = (x - at.x) ** 2 + (y - at.y) ** 2;
    if (distance > least) continue;
    least = distance;
    found = i;
  }
  return found;
}

interface Box extends Place, Size {}

const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/**
 * Where the label of a node goes, as the corner of its box: beside the node on the side away from `toward`, else below or above, else on the other
 * side. Undefined if each of these overlaps something or leaves the screen.
 */
export function besideNode(
  { x, y }: Place,
  toward: Place,
  gap: number,
  { width, height }: Size,
  taken: readonly Box[],
  size: Size,
): Box | undefined {
  const sides = [x + gap, x - gap - width].map((left) => ({ x: left, y: y - height / 2 }));
  if (toward.x > x) sides.reverse();
  const middle = [y + gap, y - gap - height].map((top) => ({ x: x - width / 2, y: top }));
  if (toward.y > y) middle.reverse();
  return [...sides.slice(0, 1), ...middle, ...sides.slice(1)]
    .map((corner) => ({ ...corner, width, height }))
    .find(
      (box) =>
        box.x >= 0 &&
        box.y >= 0 &&
        box.x + width <= size.width &&
        box.y + height <= size.height &&
        !taken.some((other) => overlap(box, other)),
    );
}
