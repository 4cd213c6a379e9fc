import { setTimeout as pause } from 'node:timers/promises';
import { DAY, HOUR, MINUTE } from '../kernel/clock.js';
import { EXIT, Failure } from './failure.js';
import { table } from './output/terminal.js';
import { adminClientOf, asked, print, printJson } from './remote/client.js';
import type { RemoteOptions } from './remote/remote.js';
import { stopSignals } from './stop-signals.js';

export interface AuditOptions extends RemoteOptions {
  keyId?: string;
  userId?: string;
  action?: string;
  outcome?: 'ok' | 'refused' | 'failed';
  address?: string;
  from?: string;
  to?: string;
  limit?: string;
  json?: boolean;
  follow?: boolean;
}

type Client = Awaited<ReturnType<typeof adminClientOf>>;
type Entry = Awaited<ReturnType<Client['audit']['list']>>['entries'][number];

const UNITS: Readonly<Record<string, number>> = { m: MINUTE, h: HOUR, d: DAY };
const STANDARD_LIMIT = 100;
const PAGE = 1_000;
const FOLLOW_MS = 1_000;
/** Entries of other nodes, and calls counted into one entry, appear later than their time. */
const OVERLAP_MS = 2 * MINUTE;

/** `24h` ago, or a date. */
function timeOf(option: string, text: string): number {
  const [, amount, unit] = /^(\d+)([mhd])$/.exec(text) ?? [];
  const at = unit ? Date.now() - Number(amount) * (UNITS[unit] as number) : Date.parse(text);
  if (Number.isNaN(at))
    throw new Failure(`${option} must be a duration such as 12h or 30d, or a date such as 2027-01-31.`);
  return at;
}

const HEAD = ['TIME', 'CALLS', 'STATUS', 'ACTION', 'ACTOR', 'ADDRESS', 'VIA', 'SUBJECTS'];
const rowOf = ({ at, calls, status, action, actor, address, via, subjects }: Entry) => [
  new Date(at).toISOString().replace(/\.\d+Z$/, 'Z'),
  ...[String(calls), String(status), action, actor, address, via],
  subjects.length > 2 ? `${subjects.slice(0, 2).join(' ')} and ${subjects.length - 2} more` : subjects.join(' '),
];

export async function auditCommand(options: AuditOptions): Promise<number> {
  const { keyId, userId, action, outcome, address, from, to, limit, json, follow, ...remote } = options;
  const most = limit === undefined ? STANDARD_LIMIT : Number(limit);
  if (!Number.isInteger(most) || most < 1) throw new Failure('--limit must be a whole number of at least 1.');
  const filter = {
    ...{ key_id: keyId, user_id: userId, action, outcome, address },
    from: from === undefined ? undefined : timeOf('--from', from),
    to: to === undefined ? undefined : timeOf('--to', to),
  };
  const client = await adminClientOf(remote);
  const entries = await asked(read(client, filter, most));
  if (follow) return followed(client, filter, entries, json ?? false);
  if (json) printJson(entries);
  else print(table([HEAD, ...entries.map(rowOf)]).join('\n'));
  return EXIT.ok;
}

async function read(client: Client, filter: object, most: number): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of client.audit.list.items({ ...filter, limit: Math.min(most, PAGE) })) {
    entries.push(entry);
    if (entries.length === most) break;
  }
  return entries;
}

/** Prints oldest first, until a signal; an entry that counts several calls is printed again when it has grown. */
async function followed(client: Client, filter: object, first: Entry[], json: boolean): Promise<number> {
  const stop = stopSignals();
  const seen = new Map<string, number>();
  const printNew = (entries: Entry[]) => {
    for (const entry of [...entries].reverse()) {
      if (seen.get(entry.id) === entry.calls) continue;
      seen.set(entry.id, entry.calls);
      print(json ? JSON.stringify(entry) : rowOf(entry).join('  '));
    }
  };
  printNew(first);
  while (!stop.signal.aborted) {
    await pause(FOLLOW_MS, undefined, { signal: stop.signal }).catch(() => {});
    if (stop.signal.aborted) break;
    const entries = await asked(read(client, { ...filter, from: Date.now() - OVERLAP_MS }, Number.MAX_SAFE_INTEGER));
    printNew(entries);
    const there = new Set(entries.map(({ id }) => id));
    for (const id of seen.keys()) if (!there.has(id)) seen.delete(id);
  }
  return EXIT.ok;
}
