/** The approximate size of a value without text. */
const VALUE = 8;

/** The approximate number of characters of a value as JSON, without writing it; counting stops at `enough`. */
export function weightOf(value: unknown, enough: number): number {
  if (typeof value === 'string') return value.length + VALUE;
  if (typeof value !== 'object' || value === null) return VALUE;
  let weight = VALUE;
  if (Array.isArray(value)) {
    for (const item of value) {
      weight += weightOf(item, enough - weight);
      if (weight >= enough) break;
    }
    return weight;
  }
  for (const name in value) {
    weight += name.length + weightOf((value as Record<string, unknown>)[name], enough - weight);
    if (weight >= enough) break;
  }
  return weight;
}
