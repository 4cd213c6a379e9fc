import type { Described } from './described.js';
import { pretty } from './pretty.js';

const quote = (value: string) => `'${value.replaceAll("'", "'\\''")}'`;

/** The example as a shell command. The key comes from `$RECOLLECT_KEY`. */
export function curlOf({ operation, inputs, example }: Described, baseUrl: string): string {
  const given = inputs.filter(({ name }) => example[name] !== undefined);
  const path = given
    .filter(({ place }) => place === 'path')
    .reduce((at, { name }) => at.replace(`{${name}}`, encodeURIComponent(String(example[name]))), operation.path);
  const query = given.filter(({ place }) => place === 'query').flatMap(({ name }) => queryPairs(name, example[name]));
  const hasBody = inputs.some(({ place }) => place === 'body');
  const body = Object.fromEntries(
    given.filter(({ place }) => place === 'body').map(({ name }) => [name, example[name]]),
  );
  const method = operation.method === 'GET' ? '' : ` -X ${operation.method}`;
  return [
    `curl${query.length > 0 ? ' -G' : ''}${method} ${baseUrl}${path}`,
    ...(operation.scope === 'none' ? [] : [`-H "Authorization: Bearer $${credentialOf(operation.scope)}"`]),
    ...(hasBody ? ["-H 'Content-Type: application/json'", `-d ${quote(pretty(body, '  '))}`] : []),
    ...query.map((pair) => `--data-urlencode ${quote(pair)}`),
  ].join(' \\\n  ');
}

const credentialOf = (scope: string) => (/^(admin|issuer)$/.test(scope) ? 'RECOLLECT_ADMIN_KEY' : 'RECOLLECT_KEY');

/** `name=value` pairs as the service parses them: lists separated by commas, objects by key. */
function queryPairs(name: string, value: unknown): string[] {
  if (Array.isArray(value)) return [`${name}=${value.join(',')}`];
  if (typeof value !== 'object' || value === null) return [`${name}=${value}`];
  return Object.entries(value).map(([key, item]) => `${name}.${key}=${item}`);
}
