import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ErasuresGetResponse } from '../../../client/index.js';
import { client } from '../../api.js';
import { CallButton } from '../../parts/call.js';
import { Copy } from '../../parts/copy.js';
import { Fact, TimeFact } from '../../parts/fact.js';
import { useLoaded } from '../../state/use.js';

type Receipt = ErasuresGetResponse;

/** Requested once: a service does not change its database. */
let engine: Promise<string> | undefined;
const engineOf = (signal: AbortSignal) => {
  engine ??= client.health(undefined, { signal }).then(({ checks }) => checks.store.engine);
  engine.catch(() => {
    engine = undefined;
  });
  return engine;
};

/** The service scrubs once a minute. */
const POLL_INTERVAL_MS = 3_000;
const MAX_POLLS = 60;

interface Props {
  receipt: Receipt;
  title: string;
  /** Known only until the page is left: the receipt does not name the user. */
  user?: string;
  /** Polls until the scrub is done. */
  watch?: boolean;
}

/** What was erased, when, and when the last byte was gone. */
export function ReceiptCard({ receipt: given, title, user, watch = false }: Props) {
  const shown = useSignal(given);
  const { value: storedIn } = useLoaded(engineOf, [], { quiet: true });
  const isSqlite = storedIn === 'sqlite';
  useEffect(() => {
    if (!watch || !isSqlite) return;
    let polls = 0;
    const timer = setInterval(async () => {
      if (shown.peek().scrubbed_at !== null || ++polls > MAX_POLLS) return clearInterval(timer);
      shown.value = await client.erasures.get({ id: given.id }).catch(() => shown.peek());
    }, POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [watch, isSqlite, given.id]);
  const receipt = shown.value;
  const text = JSON.stringify(user === undefined ? receipt : { user_id: user, ...receipt }, null, 2);
  const kinds = Object.entries(receipt.counts).filter(([, count]) => count > 0);
  return (
    <section class="card steps receipt" aria-label={title}>
      <div role={watch ? 'status' : undefined}>
        <h2>{title}</h2>
      </div>
      <dl class="facts">
        <Fact name="Receipt">
          <code>{receipt.id}</code>
        </Fact>
        {user !== undefined && (
          <Fact name="User">
            <bdi>{user}</bdi> <span class="soft">(not in the receipt)</span>
          </Fact>
        )}
        <TimeFact name="Erased" at={receipt.at} />
        <TimeFact
          name="Scrubbed"
          at={receipt.scrubbed_at}
          none={
            isSqlite
              ? 'in progress: removing the last bytes from the database files'
              : 'PostgreSQL reuses the space itself and records no time'
          }
        />
        <Fact name="Removed">
          {kinds.length === 0 ? (
            <span class="soft">nothing was stored</span>
          ) : (
            kinds.map(([kind, count]) => `${kind.replaceAll('_', ' ')}: ${count.toLocaleString()}`).join(', ')
          )}
        </Fact>
        <Fact name="SHA-256">
          <code>{receipt.sha256}</code>
        </Fact>
      </dl>
      <div class="actions">
        <Copy text={text} label="Copy the receipt" />
        <CallButton name="Receipt" call={{ operation: 'erasures.get', input: { id: receipt.id } }} />
      </div>
    </section>
  );
}
