/** A memory's words in one text: `lisbon train:2 work`. Terms contain letters and digits only, so both separators are safe. */
export function packTerms(terms: ReadonlyMap<string, number>): string {
  let packed = '';
  for (const [term, tf] of terms) packed += `${packed ? ' ' : ''}${term}${tf > 1 ? `:${tf}` : ''}`;
  return packed;
}

export function unpackTerms(packed: string, take: (term: string, tf: number) => void): void {
  if (packed === '') return;
  for (const entry of packed.split(' ')) {
    const at = entry.indexOf(':');
    if (at < 0) take(entry, 1);
    else take(entry.slice(0, at), Number(entry.slice(at + 1)));
  }
}
