import { setPriority } from 'node:os';
import { parseArgs } from 'node:util';
import type { Arena } from './attacks/attack.js';
import { ATTACKS } from './attacks/index.js';
import { Client } from './http.js';

const NICENESS = 10;

/**
 * Runs one attack in its own process, so that making its requests does not slow down the process that measures. Prepares, reports that, attacks on
 * request, and exits with its parent.
 */
const { values } = parseArgs({
  options: { url: { type: 'string' }, key: { type: 'string' }, name: { type: 'string' }, scale: { type: 'string' } },
});
// A real attacker has its own machine: here it must not take CPU time from the service.
setPriority(NICENESS);
const { url = '', key = '', name = '', scale = '1' } = values;
const attack = ATTACKS.find((one) => one.name === name);
if (!attack) throw new Error(`There is no attack ${name}`);
const client = new Client(url, attack.atOnce);
const statuses: Record<string, number> = {};
const codes = new Set<string>();
const broken = new Set<string>();
const arena: Arena = {
  ...{ url, client, key, scale: Number(scale) },
  async call(method, path, body) {
    const response = await client.call(method, path, { key, body });
    statuses[response.status] = (statuses[response.status] ?? 0) + 1;
    const code = response.status >= 400 ? /"code":\s*"(\w+)"/.exec(response.text)?.[1] : undefined;
    if (code) codes.add(code);
    return response;
  },
  broken: (promise) => void broken.add(promise),
};
await attack.prepare?.(arena);
for (const status of Object.keys(statuses)) delete statuses[status];
process.send?.({ prepared: true });
let attacking = true;
const loops: Promise<void>[] = [];
let i = 0;
process.on('message', (message) => {
  if (message === 'attack') {
    for (let n = 0; n < attack.atOnce; n++) {
      loops.push(
        (async () => {
          while (attacking) {
            const began = performance.now();
            await attack.step(arena, i++);
            // Refusals are fast: a loop that spins on them only measures this process.
            if (performance.now() - began < 20) await new Promise((resolve) => setTimeout(resolve, 20));
          }
        })(),
      );
    }
  } else {
    attacking = false;
    if (attack.meets && !codes.has(attack.meets)) broken.add(`no call met ${attack.meets}`);
    process.send?.({ statuses, broken: [...broken] }, () => process.exit(0));
  }
});
process.on('disconnect', () => process.exit(0));
