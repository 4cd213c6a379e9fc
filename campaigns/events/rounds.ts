import { LOOPBACK, Receiver } from '../../src/features/events/webhooks/receiver.test.kit.js';
import { rowsOf } from '../../src/features/lifecycle/rows.test.kit.js';
import { MINUTE } from '../../src/kernel/clock.js';
import { ChildService, freePort } from '../../test/support/child-service.js';
import { type EngineName, newPlace } from '../../test/support/databases.js';
import { ADMIN_KEY } from '../../test/support/service.js';

interface EventFigures {
  kills: number;
  /** Acknowledged changes; each is an event. */
  acknowledged: number;
  /** Journal entries that are events, including changes that were made but not acknowledged before a kill. */
  recorded: number;
  /** Distinct events that arrived. */
  arrived: number;
  /** Events that arrived more than once, all with the same id. */
  repeated: number;
  missing: number;
  /** Memories whose events arrived out of order. */
  outOfOrder: number;
}

const ENTRY = new URL('./shifted-service.js', import.meta.url);
/** Kills after the receiver is back: only then can a kill fall between a delivery attempt and its record. */
const KILLS_WHILE_UP = 3;
const WAIT_LIMIT_MS = 60_000;
/** Longer than the service waits before it retries a receiver that was down. */
const BACK_AFTER = 6 * MINUTE;

/**
 * A receiver is down for an hour of the service's clock, during which the service is killed again and again while it works. Then the receiver comes
 * back, and the service is killed a few more times while it delivers.
 */
export async function eventRounds(engine: EngineName, kills: number, changes: number): Promise<EventFigures> {
  const place = await newPlace(engine);
  const receiver = await new Receiver().start();
  const service = new ChildService(
    await freePort(),
    {
      ...LOOPBACK,
      RECOLLECT_DATA_DIR: place.folder,
      ...(place.databaseUrl ? { DATABASE_URL: place.databaseUrl, RECOLLECT_PG_POOL: '8' } : {}),
    },
    ENTRY,
  );
  let ahead = 0;
  const restart = async (later: number) => {
    ahead += later;
    await service.end('SIGKILL');
    await service.start({ RECOLLECT_TEST_CLOCK_AHEAD: String(ahead) });
  };
  try {
    await restart(0);
    const key = (
      await send(service, 'POST', '/auth/keys', ADMIN_KEY, { name: 'k', owner: 'k', scopes: ['read', 'write'] })
    ).key;
    const events = ['memory.stored', 'memory.updated'];
    await send(service, 'POST', '/memory/subscribe', key as string, { url: receiver.url, events });
    await receiver.stop();
    const writer = new Writer(service, key as string);
    for (let i = 0; i < kills; i++) {
      const writing = writer.writeUntil(Math.round(((i + 1) * changes) / kills));
      await Promise.race([writing, pause(50 + Math.random() * 400)]);
      const ending = restart(MINUTE * Math.ceil(60 / kills));
      await writing.catch(() => {});
      await ending;
    }
    while (writer.acknowledged < changes) await writer.writeUntil(changes).catch(() => {});
    await receiver.start();
    for (let i = 0; i < KILLS_WHILE_UP; i++) {
      const before = receiver.received.length;
      await restart(BACK_AFTER);
      await until(() => receiver.received.length > before + 50);
    }
    await restart(BACK_AFTER);
    const lines = await rowsOf<{ subject: string; at: number | string }>(
      place,
      "select subject, at from journal where kind in ('memory.stored', 'memory.updated') order by seq",
    );
    await until(() => new Set(receiver.events.map((event) => event.id)).size >= lines.length);
    return { kills: kills + KILLS_WHILE_UP, acknowledged: writer.acknowledged, ...compare(lines, receiver) };
  } finally {
    await service.end('SIGKILL');
    await receiver.stop();
    await place.remove();
  }
}

/** Stores and changes memories, a few at a time, and counts acknowledged changes. */
class Writer {
  acknowledged = 0;
  readonly #ids: string[] = [];
  readonly #service: ChildService;
  readonly #key: string;
  #changes = 0;
  constructor(service: ChildService, key: string) {
    this.#service = service;
    this.#key = key;
  }

  /** Throws early if the service stops. */
  async writeUntil(count: number): Promise<void> {
    await Promise.all(
      Array.from({ length: 4 }, async (_, lane) => {
        while (this.acknowledged < count) await this.#write(lane);
      }),
    );
  }

  /** Each writer has its own memories, so that the changes of one memory are sequential. */
  async #write(lane: number): Promise<void> {
    const n = this.#changes++;
    const mine = this.#ids.filter((_, i) => i % 4 === lane);
    if (mine.length < 10) {
      const body = { user_id: `user ${lane}-${n % 3}`, content: `Memory ${n} of writer ${lane}` };
      const stored = await send(this.#service, 'POST', '/memory/store', this.#key, body);
      while (this.#ids.length % 4 !== lane) this.#ids.push('');
      this.#ids.push(stored.id as string);
    } else {
      const id = mine.filter(Boolean)[n % mine.filter(Boolean).length];
      await send(this.#service, 'PATCH', `/memory/${id}`, this.#key, { metadata: { n } });
    }
    this.acknowledged++;
    await pause(2); // so that two changes of a memory never share a millisecond
  }
}

async function send(service: ChildService, method: string, path: string, key: string, body: unknown) {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(service.url + path, { method, headers, body: JSON.stringify(body) });
  const result = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(JSON.stringify(result));
  return result;
}

function compare(lines: { subject: string; at: number | string }[], receiver: Receiver) {
  const first = new Map<string, { memory: string; at: number }>();
  for (const { id, timestamp, data } of receiver.events) {
    if (!first.has(id)) first.set(id, { memory: data.memory_id, at: Date.parse(timestamp) });
  }
  const byMemory = (list: { memory: string; at: number }[]) => {
    const groups = new Map<string, number[]>();
    for (const { memory, at } of list) groups.set(memory, [...(groups.get(memory) ?? []), at]);
    return groups;
  };
  const recorded = byMemory(lines.map(({ subject, at }) => ({ memory: subject, at: Number(at) })));
  const arrived = byMemory([...first.values()]);
  const outOfOrder = [...recorded].filter(([memory, at]) => String(arrived.get(memory)) !== String(at)).length;
  return {
    recorded: lines.length,
    arrived: first.size,
    repeated: receiver.received.length - first.size,
    missing: lines.length - first.size,
    outOfOrder,
  };
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
async function until(holds: () => boolean): Promise<void> {
  for (let waited = 0; !holds() && waited < WAIT_LIMIT_MS; waited += 20) await pause(20);
}
