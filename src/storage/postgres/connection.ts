import { EF_SEARCH } from './hnsw/search-depth.js';

/** Settings of each of our sessions; those in the URL come after them and win. */
export const SESSION = [
  // Compiling a search costs more than twice its run time: 190 ms against 70 for `hybrid` in a scope of 10,000.
  'jit=off',
  // Affects only scans of approximate indexes. Set here, so a search needs no transaction and no round trip of its own for it.
  `hnsw.ef_search=${EF_SEARCH}`,
  'hnsw.iterative_scan=relaxed_order',
];

/** pg replaces the given options with those of the URL: this merges the two. */
export function connectionOf(url: string) {
  const ours = SESSION.map((setting) => `-c ${setting}`).join(' ');
  const parsed = new URL(url);
  const asked = parsed.searchParams.get('options');
  if (asked !== null) {
    parsed.searchParams.set('options', `${ours} ${asked}`);
    // pg decodes %20, not the + that URLSearchParams writes.
    parsed.search = parsed.search.replaceAll('+', '%20');
  }
  return { connectionString: asked === null ? url : parsed.href, options: ours, application_name: 'recollect' };
}
