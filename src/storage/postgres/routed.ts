import type { Sql } from '../sql.js';

const SAME_KEY = /\b(\w+)\.key_id = (\w+)\.key_id\b/g;
const routedTexts = new WeakMap<readonly string[], string>();

/**
 * For a cluster: where a statement says that two rows belong to the same key, this also names the tenant, as one more value. The rows are the same,
 * and Citus sees that all of it concerns one worker. Inside a subquery it could not infer that from the comparison of two columns.
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
