/** About how long a response will be, from its lists and texts, without writing it. */
export function weightOf(body: unknown): number {
  if (typeof body !== 'object' || body === null) return 0;
  let weight = 0;
  for (const value of Object.values(body)) {
    if (typeof value === 'string') weight += value.length;
    else if (Array.isArray(value)) for (const item of value) weight += textOf(item);
  }
  return weight;
}

function textOf(item: unknown): number {
  if (typeof item === 'string') return item.length;
  if (typeof item !== 'object' || item === null) return 0;
  let length = 0;
  for (const value of Object.values(item)) if (typeof value === 'string') length += value.length;
  return length;
}
