import { useSignal } from '@preact/signals';
import { client } from '../../api.js';
import { Button, Empty, Field, Loading } from '../../parts/controls.js';
import { Form } from '../../parts/form.js';
import { changes } from '../../state/pending.js';
import { addressOf } from '../../state/router.js';
import { boundUser, mayWrite } from '../../state/session.js';
import { useLoaded } from '../../state/use.js';
import type { Rows, Search } from './rows.js';

interface Props {
  state: Rows;
  shown: number;
  search: Search;
  filtered: boolean;
  chooseUser: (user: string) => void;
  clear: () => void;
  reload: () => void;
}

/** Shown below the last row, or instead of the list. */
export function ListEnd({ state, shown, search, filtered, chooseUser, clear, reload }: Props) {
  if (state.loading) return <Loading what={search.q ? 'Searching' : 'Loading'} />;
  if (state.failed)
    return (
      <Empty icon="warn" title="Could not load the memories">
        <Button onClick={reload}>Try again</Button>
      </Empty>
    );
  if (state.needsUser) return <ChooseUser choose={chooseUser} />;
  if (shown > 0) return <p class="list-end soft small">{search.q ? 'End of the results.' : 'End of the list.'}</p>;
  if (search.q || filtered)
    return (
      <Empty icon="search" title={search.q ? 'No results' : 'No memory matches these filters'}>
        <p>{search.q ? 'Try other words, search by meaning, or remove filters.' : 'Remove one or more of them.'}</p>
        <Button onClick={clear}>Show everything</Button>
      </Empty>
    );
  return <FirstMemory done={reload} />;
}

function ChooseUser({ choose }: { choose: (user: string) => void }) {
  const { value } = useLoaded((signal) => client.memory.names({ field: 'user_id', limit: 60 }, { signal }), []);
  return (
    <Empty icon="users" title="Choose a user">
      <p>A search covers the memories of one user:</p>
      <div class="choose">
        {value?.names.map((name) => (
          <Button key={name} onClick={() => choose(name)}>
            <bdi>{name}</bdi>
          </Button>
        ))}
      </div>
    </Empty>
  );
}

/** The first run: nothing is stored yet. */
function FirstMemory({ done }: { done: () => void }) {
  const user = useSignal(boundUser.value ?? 'ada');
  const content = useSignal('');
  const input = { user_id: user.value, content: content.value.trim() };
  return (
    <Empty icon="memories" title="No memories yet">
      {!mayWrite.value && <p>Memories appear here as soon as an agent stores one. This session is read-only.</p>}
      {mayWrite.value && (
        <>
          <p>
            {boundUser.value === null && (
              <>
                <a href={addressOf('connect')}>Connect an agent</a>, or store
              </>
            )}
            {boundUser.value !== null && 'Store'} a first memory by hand:
          </p>
          <Form
            class="form first-memory"
            name="Store"
            ready={!!input.content}
            call={{ operation: 'memory.store', input }}
            send={async () => {
              await client.memory.store(input);
              changes.value++;
              done();
            }}
          >
            {boundUser.value === null && <Field label="User" value={user} />}
            <Field label="Memory" value={content} placeholder="Ada prefers window seats." />
          </Form>
        </>
      )}
    </Empty>
  );
}
