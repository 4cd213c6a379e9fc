import { useSignal } from '@preact/signals';
import type { UsersEraseAnswer } from '../../../client/index.js';
import { client, tell } from '../../api.js';
import { CallButton } from '../../parts/call.js';
import { Button, Field } from '../../parts/controls.js';
import { Icon } from '../../parts/icon.js';
import { changes } from '../../state/pending.js';
import { mayWrite } from '../../state/session.js';
import { ReceiptCard } from './receipt-card.js';

/** Such a name would make the address of another operation. */
const isAddressable = (user: string) => user !== '.' && user !== '..';

/** Everything about a person, taken out or taken away. */
export function UserData({ user }: { user: string }) {
  const erased = useSignal<UsersEraseAnswer | null>(null);
  if (!isAddressable(user))
    return <p class="notice">This name cannot stand in an address. Export and erase it with the client of the key.</p>;
  return (
    <>
      <section class="card steps">
        <h2>Export</h2>
        <p class="soft">
          Everything that is kept about this user, of every kind and with earlier versions, as one JSON file. It can be
          imported again.
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
            done={(answer) => {
              erased.value = answer;
              changes.value++;
            }}
          />
        )
      )}
    </>
  );
}

/** The name has to be typed: it is for good. */
function Erase({ user, done }: { user: string; done: (answer: UsersEraseAnswer) => void }) {
  const typed = useSignal('');
  const busy = useSignal(false);
  const erase = async (event: Event) => {
    event.preventDefault();
    if (typed.value !== user) return;
    busy.value = true;
    try {
      done(await client.users.erase({ id: user }));
    } catch (error) {
      tell(error);
    } finally {
      busy.value = false;
    }
  };
  return (
    <section class="card steps danger-zone">
      <h2>Erasure</h2>
      <p>
        Removes everything about <bdi>{user}</bdi>: memories, versions, episodes, records, indexes and stored answers.
        It cannot be undone. What is left is a receipt that names neither the user nor a text: keep it with the request
        that it answers.
      </p>
      <form class="connect-form" onSubmit={erase}>
        <Field
          label="Type the name of the user to confirm"
          value={typed.value}
          onInput={(value) => {
            typed.value = value;
          }}
        />
        <Button kind="danger" icon="forget" type="submit" busy={busy.value} disabled={typed.value !== user}>
          {busy.value ? 'Erasing…' : 'Erase everything'}
        </Button>
        <CallButton name="Erase everything" call={{ operation: 'users.erase', input: { id: user } }} />
      </form>
    </section>
  );
}
