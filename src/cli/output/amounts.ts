/** Kinds of entries in the order in which they are listed, with their singular names. */
const NAMES: Record<string, string> = {
  links: 'links',
  episodes: 'episodes',
  procedures: 'procedures',
  emotional: 'emotional records',
};

/** "205 memories, 56 links": memories always, the others only if there are any. */
export function amounts(counts: Record<string, number>, which = ''): string {
  const others = Object.entries(NAMES).flatMap(([kind, name]) =>
    counts[kind] ? [`${counts[kind]} ${which}${name}`] : [],
  );
  return [...(which ? [] : [`${counts.memories ?? 0} memories`]), ...others].join(', ');
}
