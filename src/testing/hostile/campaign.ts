import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ChildService, freePort } from '../child-service.js';
import { type EngineName, newPlace } from '../databases.js';
import { ADMIN_KEY } from '../service.js';
import { ATTACKS } from './attacks.js';
import { Client } from './http.js';
import { ALL, type Figures, Victim } from './victim.js';

export interface Plan {
  engine: EngineName;
  /** Names of attacks; all of them where absent. */
  attacks?: readonly string[];
  /** How long each attack lasts, and how long the quiet before. */
  attackMs: number;
  quietMs: number;
  scale: number;
  /** Settings of the service: to take a guard out. */
  env?: Record<string, string>;
  onResult?: (result: Result) => void;
}
export interface Result {
  attack: string;
  /** The p99 of all calls under attack against their quiet p99. */
  ratio: number;
  /** The kind of call that took longest. */
  worst: string;
  p99: number;
  longest: number;
  failed: number;
  /** Resident memory of the service at its highest, in MB. */
  memoryMb: number;
  statuses: Record<string, number>;
  figures: Map<string, Figures>;
}

/** Below this a ratio says nothing: a machine of two cores that also runs the attacker adds as much to any call. */
const FLOOR_MS = 30;
const ATTACKER = fileURLToPath(new URL('./attacker.js', import.meta.url));

/** Lets one free key after the other attack a running service, and watches what an ordinary customer notices. */
export async function campaign(plan: Plan): Promise<{ quiet: Map<string, Figures>; results: Result[] }> {
  const place = await newPlace(plan.engine);
  const service = new ChildService(await freePort(), {
    RECOLLECT_DATA_DIR: place.folder,
    RECOLLECT_SIGNUP_LIMIT: '0',
    LOG_LEVEL: 'error',
    ...(place.databaseUrl ? { DATABASE_URL: place.databaseUrl } : {}),
    ...plan.env,
  });
  const results: Result[] = [];
  try {
    await service.start({ RECOLLECT_RATE_LIMIT: plan.env?.RECOLLECT_RATE_LIMIT ?? '' });
    const client = new Client(service.url);
    const mint = async (tier: string) => {
      const body = { name: tier, owner: 'campaign@example.org', scopes: ['read', 'write'], tier };
      return JSON.parse((await client.call('POST', '/auth/keys', { key: ADMIN_KEY, body })).text).key as string;
    };
    const victim = new Victim(service.url, await mint('pro'));
    await victim.prepare();
    await victim.watch(1_000); // everything is loaded and compiled
    const quiet = await victim.watch(plan.quietMs);
    for (const { name } of ATTACKS.filter((attack) => plan.attacks?.includes(attack.name) ?? true)) {
      const attacker = fork(ATTACKER, [
        '--url',
        service.url,
        '--key',
        await mint('free'),
        '--name',
        name,
        '--scale',
        String(plan.scale),
      ]);
      await message(attacker);
      attacker.send('attack');
      const memory = new MemoryWatch(service.pid);
      const figures = await victim.watch(plan.attackMs);
      attacker.send('stop');
      const { statuses } = (await message(attacker)) as { statuses: Record<string, number> };
      const result = { attack: name, ...judge(quiet, figures), memoryMb: memory.stop(), statuses, figures };
      results.push(result);
      plan.onResult?.(result);
      if (service.hasEnded) break;
    }
    victim.close();
    client.close();
    return { quiet, results };
  } finally {
    await service.end('SIGKILL');
    await place.remove();
  }
}

async function message(child: ChildProcess): Promise<unknown> {
  const [value] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('The attacker ended'))),
  ]);
  return value;
}

function judge(quiet: Map<string, Figures>, under: Map<string, Figures>) {
  const { p99, longest, failed } = under.get(ALL) as Figures;
  const [worst] = [...under].reduce((a, b) => (b[1].longest > a[1].longest || a[0] === ALL ? b : a));
  return { ratio: p99 / Math.max(FLOOR_MS, quiet.get(ALL)?.p99 ?? 0), worst, p99, longest, failed };
}

/** How much memory the process has at most while it is watched. */
class MemoryWatch {
  #most = 0;
  readonly #timer: NodeJS.Timeout;

  constructor(pid: number) {
    this.#timer = setInterval(() => this.#look(pid), 200);
  }

  #look(pid: number): void {
    try {
      const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
      this.#most = Math.max(this.#most, Number(kb ?? 0) / 1024);
    } catch {
      // It ended, or this is not Linux.
    }
  }

  stop(): number {
    clearInterval(this.#timer);
    return Math.round(this.#most);
  }
}
