import { useSignal } from '@preact/signals';
import type { UsersEraseResponse } from '../../../client/index.js';
import { client, isAddressable } from '../../api.js';
import { CallButton } from '../../parts/call.js';
import { Field } from '../../parts/controls.js';
import { Form } from '../../parts/form.js';
import { Icon } from '../../parts/icon.js';
import { changes } from '../../state/pending.js';
import { mayWrite } from '../../state/session.js';
import { ReceiptCard } from './receipt-card.js';

/** Exports or erases everything about a user. */
export function UserData({ user }: { user: string }) {
  const erased = useSignal<UsersEraseResponse | null>(null);
  if (!isAddressable(user))
    return <p class="notice">This name cannot be part of a URL. Export or erase it with another client.</p>;
  return (
    <>
      <section class="card steps">
        <h2>Export</h2>
        <p class="soft">
          Everything stored about this user, with earlier versions, as one JSON file that can be imported again.
        </p>
        <div class="actions">
          <a class="button" href={`/users/${encodeURIComponent(user)}/memories`} download={`${user}.json`}>
            <Icon name="download" />
            <span>Download the export</span>
          </a>
          <CallButton name="Download the export" call={{ operation: 'users.export', input: { id: user } }} />
        </div>
      </section>
      {erased.value ? (
        <ReceiptCard
          receipt={erased.value.receipt}
          title={`Erased: ${erased.value.rows_deleted.toLocaleString()} rows`}
          user={user}
          watch
        />
      ) : (
        mayWrite.value && (
          <Erase
            user={user}
            done={(response) => {
              erased.value = response;
              changes.value++;
            }}
          />
        )
      )}
    </>
  );
}

/** The name has to be typed, because erasing cannot be undone. */
function Erase({ user, done }: { user: string; done: (response: UsersEraseResponse) => void }) {
  const typed = useSignal('');
  return (
    <section class="card steps danger-zone">
      <h2>Erasure</h2>
      <p>
        Removes everything about <bdi>{user}</bdi>: memories, versions, episodes, records, indexes and stored responses.
        It cannot be undone. What remains is a receipt that contains neither the name nor any text: keep it with the
        request for erasure.
      </p>
      <Form
        line
        kind="danger"
        icon="forget"
        name="Erase everything"
        ready={typed.value === user}
        call={{ operation: 'users.erase', input: { id: user } }}
        send={async () => done(await client.users.erase({ id: user }))}
      >
        <Field label="Type the name of the user to confirm" value={typed} />
      </Form>
    </section>
  );
}
