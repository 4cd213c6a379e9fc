import type { MemoryMapResponse } from '../../client/index.js';
import { dayOf, fullTime } from './time.js';

type Point = MemoryMapResponse['points'][number];

export const COLOURINGS = ['category', 'time', 'risk'] as const;
export type Colouring = (typeof COLOURINGS)[number];

/** The fixed colour of each category, as a custom property of the page. */
const CATEGORY_COLOURS: Record<Point['category'], string> = {
  preferences: '--part-meaning',
  people: '--part-conversation',
  tasks: '--part-words',
  events: '--part-time',
  technical: '--part-reading',
  commerce: '--part-importance',
  location: '--part-newer',
  health: '--bad',
  facts: '--part-recency',
  other: '--part-other',
};

/** Shades for time and risk: few enough to tell apart, and to compute once. */
export const SHADES = 6;
const WEEK = 7 * 86_400_000;

interface Shade {
  /** Shown in the legend. */
  name: string;
  /** A CSS colour. */
  colour: string;
  count: number;
  /** The list filters that match these points, if such filters exist. */
  filters?: Record<string, string>;
}
export interface Coloured {
  shades: readonly Shade[];
  /** The index of each point's shade. */
  of: Uint8Array;
}

const mixed = (from: string, to: string, share: number) =>
  `color-mix(in srgb, ${to} ${Math.round(share * 100)}%, ${from})`;
const between = (from: number, to: number) => ({ created_after: String(from - 1), created_before: String(to) });
const shadeOf = (share: number) => Math.min(SHADES - 1, Math.max(0, Math.floor(share * SHADES)));

/** `colour` reads a custom property of the page. */
export function colouring(points: readonly Point[], by: Colouring, colour: (name: string) => string): Coloured {
  if (points.length === 0) return { shades: [], of: new Uint8Array() };
  if (by === 'category') return byCategory(points, colour);
  const of = new Uint8Array(points.length);
  const counts = new Array<number>(SHADES).fill(0);
  const times = points.map(({ created_at }) => created_at);
  const [first, last] = [times.reduce((a, b) => Math.min(a, b), Infinity), times.reduce((a, b) => Math.max(a, b), 0)];
  for (const [i, point] of points.entries()) {
    const share = by === 'risk' ? point.risk : (point.created_at - first) / (last - first || 1);
    of[i] = shadeOf(share);
    counts[of[i] as number] = (counts[of[i] as number] ?? 0) + 1;
  }
  const [from, to] = by === 'risk' ? ['--part-outcome', '--bad'] : ['--part-time', '--part-words'];
  const began = (shade: number) => Math.ceil(first + ((last - first) * shade) / SHADES);
  const named = last - first > WEEK ? dayOf : fullTime;
  const shades = counts.map((count, i) => ({
    colour: mixed(colour(from as string), colour(to as string), i / (SHADES - 1)),
    count,
    ...(by === 'risk'
      ? { name: `risk from ${(i / SHADES).toFixed(2)}` }
      : { name: `from ${named(began(i))}`, filters: between(began(i), i < SHADES - 1 ? began(i + 1) : last + 1) }),
  }));
  return { shades, of };
}

function byCategory(points: readonly Point[], colour: (name: string) => string): Coloured {
  const names = Object.keys(CATEGORY_COLOURS) as Point['category'][];
  const counts = new Map<string, number>();
  for (const { category } of points) counts.set(category, (counts.get(category) ?? 0) + 1);
  return {
    shades: names.map((name) => ({
      ...{ name, colour: colour(CATEGORY_COLOURS[name]), count: counts.get(name) ?? 0 },
      filters: { category: name },
    })),
    of: Uint8Array.from(points, ({ category }) => Math.max(0, names.indexOf(category))),
  };
}
