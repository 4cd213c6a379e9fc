/** Percent-encoded, 2,000 characters of any script fit into a URL. */
const MAX_QUERY = 2_000;

/** The beginning of a message, to search by. Never ends in half of a surrogate pair. */
export const queryOf = (text: string): string => [...text.slice(0, 2 * MAX_QUERY)].slice(0, MAX_QUERY).join('');
