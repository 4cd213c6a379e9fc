/** Kinds of entries in the order in which they are told, and what one is called. */
const NAMES: Record<string, string> = {
  links: 'links',
  episodes: 'episodes',
  procedures: 'procedures',
  emotional: 'emotional records',
};

/** "205 memories, 56 links": memories always, of the others those that there are. */
export function amounts(counts: Record<string, number>, which = ''): string {
  const others = Object.entries(NAMES).flatMap(([kind, name]) =>
    counts[kind] ? [`${counts[kind]} ${which}${name}`] : [],
  );
  return [...(which ? [] : [`${counts.memories ?? 0} memories`]), ...others].join(', ');
}
