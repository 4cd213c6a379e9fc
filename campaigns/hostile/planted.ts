import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EngineName } from '../../test/support/databases.js';
import { campaign, misses } from './campaign.js';
import { GUARDS, type Guard, TAKEN_OUT, TAKEN_OUT_MARK } from './guards.js';

const HOOKS = new URL('./take-out.js', import.meta.url).href;
const SHORT = { attackMs: 5_000, quietMs: 2_000, scale: 1 };

/** What goes wrong without the guard. Fails if the service never loads the module that has it. */
export async function without(guard: Guard, engine: EngineName, plan = SHORT, more: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'recollect-planted-'));
  const mark = join(folder, 'removed');
  const env = { ...more, [TAKEN_OUT]: guard.name, [TAKEN_OUT_MARK]: mark, NODE_OPTIONS: `--import ${HOOKS}` };
  try {
    const [result] = await campaign({ ...plan, engine, attacks: [guard.attack], env });
    if (!existsSync(mark)) throw new Error(`The service does not load ${guard.module}`);
    return result ? misses(result) : [];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Removes the guards one at a time. Returns true if a removal went unnoticed, or if something is wrong with the guard in place. */
export async function planted(engine: EngineName, part = ''): Promise<boolean> {
  let failed = false;
  const guards = GUARDS.filter((guard) => guard.name.includes(part) && (guard.engine ?? engine) === engine);
  for (const guard of guards) {
    const [result] = await campaign({ ...SHORT, engine, attacks: [guard.attack] });
    const wrong = result ? misses(result) : ['nothing was measured'];
    const noticed = await without(guard, engine);
    failed ||= noticed.length === 0 || wrong.length > 0;
    const verdict = noticed.length > 0 ? `noticed (${noticed.join(', ')})` : 'NOT NOTICED';
    console.log(`${engine}: without ${guard.name}: ${verdict}; with it: ${wrong.join(', ') || 'ok'}`);
  }
  return failed;
}
