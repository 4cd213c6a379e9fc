import type { Sql } from '../sql.js';

const SAME_KEY = /\b(\w+)\.key_id = (\w+)\.key_id\b/g;
const routedTexts = new WeakMap<readonly string[], string>();

/**
 * For a cluster: where a statement says that two rows are of the same key, it names the tenant, as one more value. They are the same rows, and Citus sees that all of it
 * concerns one worker. From the comparison of two columns it would not, inside of a subquery.
 */
export function routedText({ parts, values }: Sql, text: string): string {
  let routed = routedTexts.get(parts);
  if (routed === undefined) {
    const tenant = `$${values.length + 1}`;
    routed = text.replace(SAME_KEY, (_, one, other) => `${one}.key_id = ${tenant} and ${other}.key_id = ${tenant}`);
    routedTexts.set(parts, routed);
  }
  return routed;
}
