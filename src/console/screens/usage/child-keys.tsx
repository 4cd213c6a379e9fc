import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { KeysChildrenAnswer } from '../../../client/index.js';
import { client, tell } from '../../api.js';
import { Button, Chip, Empty, Loading } from '../../parts/controls.js';
import { Secret } from '../../parts/secret.js';
import { Time } from '../../parts/time.js';
import { addressOf } from '../../state/router.js';
import { mayWrite } from '../../state/session.js';
import { useLoaded } from '../../state/use.js';
import { KeyActions } from './key-actions.js';
import { KeyForm } from './key-form.js';

export type ChildKey = KeysChildrenAnswer['keys'][number];
const PAGE = 50;

/** Keys for agents, devices and browsers: each sees one user of this key's data. */
export function ChildKeys() {
  const { state, again } = useLoaded((signal) => client.keys.children({ limit: PAGE }, { signal }), []);
  const further = useSignal<{ keys: ChildKey[]; next: string | null } | null>(null);
  const secret = useSignal<{ key: string; name: string } | null>(null);
  const making = useSignal(false);
  const { value, loading } = state.value;
  useEffect(() => {
    further.value = null;
  }, [value]);
  const keys = [...(value?.keys ?? []), ...(further.value?.keys ?? [])];
  const next = further.value ? further.value.next : (value?.next_cursor ?? null);
  const more = async () => {
    if (next === null) return;
    try {
      const page = await client.keys.children({ limit: PAGE, cursor: next });
      further.value = { keys: [...(further.value?.keys ?? []), ...page.keys], next: page.next_cursor };
    } catch (error) {
      tell(error);
    }
  };
  const made = (key: string, name: string) => {
    secret.value = { key, name };
    making.value = false;
    again();
  };
  return (
    <section class="usage-part" aria-label="Child keys">
      <div class="usage-part-head">
        <h2>Child keys</h2>
        {mayWrite.value && !making.value && (
          <Button
            kind="main"
            icon="keys"
            onClick={() => {
              making.value = true;
            }}
          >
            Make a child key
          </Button>
        )}
      </div>
      <p class="soft">
        A child key works on the data of this key and sees one user of it. It can be handed to an agent, a device or a
        browser.
      </p>
      {making.value && (
        <KeyForm
          made={made}
          cancel={() => {
            making.value = false;
          }}
        />
      )}
      {secret.value && (
        <Secret
          secret={secret.value.key}
          what={`The secret of “${secret.value.name}”`}
          onDone={() => {
            secret.value = null;
          }}
        />
      )}
      {loading && !value && <Loading />}
      {value && keys.length === 0 && !making.value && (
        <Empty icon="keys" title="No child keys">
          <p>
            {mayWrite.value
              ? 'Make one for each agent, so that each can be revoked alone.'
              : 'A key that may write can make some.'}
          </p>
        </Empty>
      )}
      <ul class="cards">
        {keys.map((key) => (
          <li key={key.id} class="card child-key">
            <KeyFacts entry={key} />
            {mayWrite.value && key.revoked_at === null && <KeyActions entry={key} changed={again} rotated={made} />}
          </li>
        ))}
      </ul>
      {next !== null && (
        <div class="list-end">
          <Button onClick={() => void more()}>Show more</Button>
        </div>
      )}
    </section>
  );
}

function KeyFacts({ entry }: { entry: ChildKey }) {
  const { bound_to: bound } = entry;
  const isOver = entry.expires_at !== null && entry.expires_at <= Date.now();
  return (
    <div class="child-key-facts">
      <strong>
        <bdi>{entry.name}</bdi>
      </strong>{' '}
      <Chip>{entry.scopes.includes('write') ? 'reads and writes' : 'reads only'}</Chip>{' '}
      {entry.client !== null && (
        <Chip>
          <bdi>{entry.client}</bdi>
        </Chip>
      )}{' '}
      {entry.revoked_at !== null && <Chip kind="bad">revoked</Chip>}
      {isOver && entry.revoked_at === null && <Chip kind="bad">expired</Chip>}
      <p class="soft small">
        {bound && (
          <>
            sees{' '}
            <a href={addressOf('memories', new URLSearchParams({ user_id: bound.user_id }))}>
              <bdi>{bound.user_id}</bdi>
            </a>
            {bound.agent_id !== null && (
              <>
                {', '}agent <bdi>{bound.agent_id}</bdi>
              </>
            )}
            {bound.namespace !== null && (
              <>
                {', '}namespace <bdi>{bound.namespace}</bdi>
              </>
            )}
            {' · '}
          </>
        )}
        made <Time at={entry.created_at} />
        {entry.expires_at !== null && (
          <>
            {' · '}
            {isOver ? 'ended' : 'ends'} <Time at={entry.expires_at} full />
          </>
        )}
        {' · '}
        <code>{entry.id}</code>
      </p>
    </div>
  );
}
