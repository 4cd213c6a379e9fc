import { useSignal } from '@preact/signals';
import type { KeysChildrenResponse } from '../../../client/index.js';
import { client } from '../../api.js';
import { Button, Chip, Empty } from '../../parts/controls.js';
import { KeyState } from '../../parts/key-state.js';
import { ListFoot } from '../../parts/pages.js';
import { Secret } from '../../parts/secret.js';
import { Time } from '../../parts/time.js';
import { usePages } from '../../state/pages.js';
import { addressOf } from '../../state/router.js';
import { mayWrite } from '../../state/session.js';
import { KeyActions } from './key-actions.js';
import { KeyForm } from './key-form.js';

export type ChildKey = KeysChildrenResponse['keys'][number];
const PAGE = 50;

/** Keys for agents, devices and browsers: each sees one user of this key's data. */
export function ChildKeys() {
  const { state, more, again } = usePages(async (cursor, signal) => {
    const { keys, next_cursor } = await client.keys.children({ limit: PAGE, cursor }, { signal });
    return { rows: keys, next: next_cursor };
  }, []);
  const secret = useSignal<{ key: string; name: string } | null>(null);
  const making = useSignal(false);
  const { rows: keys, ended } = state.value;
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
          <Button kind="main" icon="keys" onClick={() => (making.value = true)}>
            Create a child key
          </Button>
        )}
      </div>
      <p class="soft">A child key sees one user of this key. Give each agent, device or browser its own.</p>
      {making.value && <KeyForm made={made} cancel={() => (making.value = false)} />}
      {secret.value && (
        <Secret
          secret={secret.value.key}
          what={`Secret of “${secret.value.name}”`}
          onDone={() => (secret.value = null)}
        />
      )}
      {ended && keys.length === 0 && !making.value && (
        <Empty icon="keys" title="No child keys">
          <p>
            {mayWrite.value
              ? 'Create one per agent, so that each can be revoked on its own.'
              : 'A key with write access can create them.'}
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
      <ListFoot state={state.value} more={more} what="keys" />
    </section>
  );
}

function KeyFacts({ entry }: { entry: ChildKey }) {
  const { bound_to: bound } = entry;
  return (
    <div class="child-key-facts">
      <strong>
        <bdi>{entry.name}</bdi>
      </strong>{' '}
      <Chip>{entry.scopes.includes('write') ? 'read and write' : 'read only'}</Chip>{' '}
      {entry.client !== null && (
        <Chip>
          <bdi>{entry.client}</bdi>
        </Chip>
      )}{' '}
      <KeyState {...entry} />
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
        created <Time at={entry.created_at} />
        {' · '}
        <code>{entry.id}</code>
      </p>
    </div>
  );
}
