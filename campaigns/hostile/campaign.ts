import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ChildService, freePort } from '../../test/support/child-service.js';
import { type EngineName, newPlace } from '../../test/support/databases.js';
import { ADMIN_KEY } from '../../test/support/service.js';
import { ATTACKS } from './attacks/index.js';
import { Client } from './http.js';
import { MemoryWatch, memoryOf } from './memory-watch.js';
import { stolenShare } from './steal-time.js';
import { ALL, type Figures, Victim } from './victim.js';

interface Plan {
  engine: EngineName;
  /** Names of attacks; all of them if absent. */
  attacks?: readonly string[];
  /** How long each attack lasts, and how long the quiet period before it. */
  attackMs: number;
  quietMs: number;
  scale: number;
  /** Settings of the service. */
  env?: Record<string, string>;
  /** Runs all attacks on one service and counts only failures; otherwise each gets its own service, so that it is judged by itself. */
  together?: boolean;
  onResult?: (result: Result) => void;
}
interface Result {
  attack: string;
  /** The p99 of all calls under attack relative to their p99 in the quiet period. */
  ratio: number;
  /** The kind of call that took longest. */
  worst: string;
  p99: number;
  longest: number;
  failed: number;
  /** Resident memory of the service in MB: before the attack, and the peak. */
  memoryMb: { before: number; most: number };
  statuses: Record<string, number>;
  /** Broken promises, whatever the other key noticed. */
  broken: string[];
  quiet: Map<string, Figures>;
  figures: Map<string, Figures>;
  /** 0–1: CPU time that the host gave to other machines, in the quiet period and under attack. If it is high, the figures are meaningless. */
  stolen: { quiet: number; attacked: number };
}

/** Below this a ratio is meaningless: a two-core machine that also runs the attacker adds as much to any call. */
const FLOOR_MS = 30;
/** What an attack has stored is embedded before it begins, so that the backlog does not distort its result; waits at most this long. */
const SETTLE_MS = 60_000;
/** `moreMb`: megabytes that an attack may add: bodies and responses in flight (256), and working space of the heaps. */
const AIM = { ratio: 5, ms: 2_000, moreMb: 512 };
const ATTACKER = fileURLToPath(new URL('./attacker.js', import.meta.url));

/** Compares a result with the target; returns what is wrong. */
export function misses({ ratio, longest, failed, memoryMb: { before, most }, broken }: Result): string[] {
  return [
    ...(ratio > AIM.ratio ? [`p99 ${ratio.toFixed(1)} × quiet`] : []),
    ...(longest > AIM.ms ? [`a call of ${(longest / 1_000).toFixed(1)} s`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(most - before > AIM.moreMb ? [`${most - before} MB more`] : []),
    ...broken,
  ];
}

/** Runs one attack after the other with a free key, and measures what an ordinary tenant notices. */
export async function campaign(plan: Plan): Promise<Result[]> {
  const results: Result[] = [];
  let stage: Stage | undefined;
  try {
    for (const attack of ATTACKS.filter(({ name }) => plan.attacks?.includes(name) ?? true)) {
      stage ??= await newStage(plan, attack.env);
      const result = await attacked(stage, plan, attack.name);
      results.push(result);
      plan.onResult?.(result);
      if (plan.together) continue;
      await stage.close();
      stage = undefined;
    }
    return results;
  } finally {
    await stage?.close();
  }
}

/** A running service and its ordinary tenant. */
interface Stage {
  service: ChildService;
  client: Client;
  victim: Victim;
  quiet: Map<string, Figures>;
  stolen: number;
  mint(tier: string): Promise<string>;
  close(): Promise<void>;
}

async function newStage(plan: Plan, env: Record<string, string> = {}): Promise<Stage> {
  const place = await newPlace(plan.engine);
  const settings = {
    RECOLLECT_DATA_DIR: place.folder,
    RECOLLECT_SIGNUP_LIMIT: '0',
    LOG_LEVEL: 'error',
    ...(place.databaseUrl ? { DATABASE_URL: place.databaseUrl } : {}),
    ...env,
    ...plan.env,
  };
  const service = new ChildService(await freePort(), settings);
  const client = new Client(service.url);
  const close = async () => {
    client.close();
    await service.end('SIGKILL');
    await place.remove();
  };
  const mint = async (tier: string) => {
    const body = { name: tier, owner: 'campaign@example.org', scopes: ['read', 'write'], tier };
    return JSON.parse((await client.call('POST', '/auth/keys', { key: ADMIN_KEY, body })).text).key as string;
  };
  try {
    await service.start({ RECOLLECT_RATE_LIMIT: plan.env?.RECOLLECT_RATE_LIMIT ?? '' });
    const victim = new Victim(service.url, await mint('pro'));
    await victim.prepare();
    await victim.watch(Math.min(1_000, plan.quietMs)); // everything is loaded and compiled
    const share = stolenShare();
    const quiet = await victim.watch(plan.quietMs);
    return { service, client, victim, quiet, stolen: share(), mint, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function attacked(stage: Stage, plan: Plan, name: string): Promise<Result> {
  const { service, client, victim, quiet } = stage;
  const given = { url: service.url, key: await stage.mint('free'), name, scale: String(plan.scale) };
  const attacker = fork(
    ATTACKER,
    Object.entries(given).flatMap(([flag, value]) => [`--${flag}`, value]),
  );
  await message(attacker);
  await waitUntilIdle(client);
  const before = memoryOf(service.pid);
  attacker.send('attack');
  const memory = new MemoryWatch(service.pid);
  const share = stolenShare();
  const figures = await victim.watch(plan.attackMs);
  const stolen = { quiet: stage.stolen, attacked: share() };
  attacker.send('stop');
  const { statuses, broken } = (await message(attacker)) as Pick<Result, 'statuses' | 'broken'>;
  const memoryMb = { before, most: memory.stop() };
  return { attack: name, ...compare(quiet, figures), memoryMb, statuses, broken, quiet, figures, stolen };
}

/** Resolves when the backlog is empty. */
async function waitUntilIdle(client: Client): Promise<void> {
  const until = performance.now() + SETTLE_MS;
  while (performance.now() < until) {
    const { embedder } = JSON.parse((await client.call('GET', '/health')).text).checks;
    if (embedder.status === 'off' || (embedder.pending === 0 && embedder.backlog === 0)) return;
    await pause(200);
  }
}

async function message(child: ChildProcess): Promise<unknown> {
  const [value] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('The attacker ended'))),
  ]);
  return value;
}

function compare(quiet: Map<string, Figures>, under: Map<string, Figures>) {
  const { p99, longest, failed } = under.get(ALL) as Figures;
  const [worst] = [...under].reduce((a, b) => (b[1].longest > a[1].longest || a[0] === ALL ? b : a));
  return { ratio: p99 / Math.max(FLOOR_MS, quiet.get(ALL)?.p99 ?? 0), worst, p99, longest, failed };
}
