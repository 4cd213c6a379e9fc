import { writeFileSync } from 'node:fs';
import type { LoadHook } from 'node:module';
import { GUARDS, TAKEN_OUT, TAKEN_OUT_MARK } from './guards.js';

const guard = GUARDS.find(({ name }) => name === process.env[TAKEN_OUT]);

/**
 * Removes the guard from its module. Fails if the module has changed so that there is nothing to remove: it must not pass for a module without the
 * guard.
 */
export const load: LoadHook = async (url, context, next) => {
  const loaded = await next(url, context);
  if (!guard || !url.endsWith(`/src/${guard.module}`)) return loaded;
  const source = String(loaded.source);
  const [from, to] = guard.replace;
  if (!source.includes(from)) throw new Error(`${guard.module} has no "${from}": the guard is somewhere else now`);
  writeFileSync(process.env[TAKEN_OUT_MARK] as string, '');
  return { ...loaded, source: source.replace(from, to) };
};
