import type { Clock } from '../../kernel/clock.js';
import { randomText } from '../../kernel/ids.js';
import type { Log } from '../../kernel/log.js';
import type { Database } from '../../storage/database.js';
import { writeSetting } from '../system/sql/settings.js';
import { Guard } from './guard/guard.js';
import type { Resolve } from './guard/resolve.js';
import { EventIds } from './journal/event-id.js';
import type { JournalWatch } from './journal/watch.js';
import { countSealed, type SealedCount } from './sql/sealing.js';
import { anySubscription } from './sql/subscription.js';
import { EventStreams } from './stream/streams.js';
import { Deliverer } from './webhooks/deliver.js';
import { type Foreground, Governor } from './webhooks/governor.js';
import { boxKeysOf, newBoxKey, SecretBox } from './webhooks/secrets.js';
import { Sender } from './webhooks/send.js';

/** What the operations on events need besides the database. */
export interface Events {
  readonly guard: Guard;
  readonly secrets: SecretBox;
  /** How many secrets each seal key has sealed, across all tenants. */
  countSealed(): Promise<SealedCount[]>;
  readonly ids: EventIds;
  readonly watch: JournalWatch;
  readonly streams: EventStreams;
  readonly deliverer: Deliverer;
  readonly sender: Sender;
}

interface EventsOptions {
  database: Database;
  clock: Clock;
  log: Log;
  watch: JournalWatch;
  foreground: () => Foreground;
  webhookAllow: readonly string[];
  /** `RECOLLECT_SEAL_KEY` */
  sealKeys: readonly string[];
  resolve?: Resolve | undefined;
}

/** Created once per database, so that all nodes issue the same ids and can open each other's secrets. */
const kept = (database: Database, name: string, value: string) =>
  database.system(writeSetting, { name, value, onlyIfAbsent: true });

export async function startEvents(options: EventsOptions) {
  const { database, clock, watch } = options;
  const guard = new Guard(options.webhookAllow, options.resolve, options.log);
  const ownKey = await kept(database, 'webhook_box_key', newBoxKey());
  const secrets = new SecretBox(boxKeysOf(options.sealKeys, ownKey));
  const ids = new EventIds(await kept(database, 'event_id_secret', randomText(43)));
  const sender = new Sender(guard);
  const streams = new EventStreams({ database, clock, watch, ids });
  const attempts = { delivered: 0, failed: 0 };
  const deliverer = new Deliverer({
    ...{ database, clock, log: options.log, watch, sender, secrets, ids },
    governor: new Governor(options.foreground),
    observe: (outcome) => {
      attempts[outcome]++;
    },
  });
  watch.webhooks = await database.system(anySubscription, null);
  watch.streams = () => streams.size;
  return {
    ...{ guard, secrets, ids, watch, streams, deliverer, sender, attempts },
    countSealed: () => database.system(countSealed, null),
    /** From now on, the keys in this setting seal and open. */
    useSealKeys: (setting: readonly string[]) => secrets.useKeys(boxKeysOf(setting, ownKey)),
  };
}
