import { EF_SEARCH } from './hnsw/looks.js';

/** Settings of every session of ours; those that the URL asks for come after them and win. */
export const SESSION = [
  // Compiling a search costs more than twice what it takes: 190 ms against 70 for `hybrid` in a scope of 10,000.
  'jit=off',
  // Of scans of approximate indexes alone. Set here, a search needs no transaction and no trip of its own for them.
  `hnsw.ef_search=${EF_SEARCH}`,
  'hnsw.iterative_scan=relaxed_order',
];

/** pg takes the options of the URL in place of those it is given beside it: here they are put together. */
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
