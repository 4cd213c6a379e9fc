import { countText } from './count-text.js';

/** Kinds of entries in the order in which they are listed, with their singular names. */
const NAMES: Record<string, string> = {
  links: 'link',
  episodes: 'episode',
  procedures: 'procedure',
  emotional: 'emotional record',
};

/** "205 memories, 56 links": memories always, the others only if there are any. */
export function amounts(counts: Record<string, number>, which = ''): string {
  const others = Object.entries(NAMES).flatMap(([kind, name]) =>
    counts[kind] ? [countText(counts[kind], `${which}${name}`)] : [],
  );
  return [...(which ? [] : [countText(counts.memories ?? 0, 'memory', 'memories')]), ...others].join(', ');
}
