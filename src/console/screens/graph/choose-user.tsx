import { useSignal } from '@preact/signals';
import { Empty } from '../../parts/controls.js';
import { ListFoot } from '../../parts/pages.js';
import { SearchLine } from '../../parts/search-line.js';
import { addressOf } from '../../state/router.js';
import { useUsers } from '../users/use-users.js';

const PAGE = 30;

/** A screen about one user asks first whose memories to show. */
export function ChooseUser({ hrefOf }: { hrefOf: (user: string) => string }) {
  const prefix = useSignal('');
  const { state, more } = useUsers(prefix.value, PAGE);
  const { rows, ended } = state.value;
  return (
    <section class="steps">
      <h2>Choose a user</h2>
      <SearchLine label="Name starts with" value={prefix.value} onSearch={(value) => (prefix.value = value)} />
      <ul class="choose-users">
        {rows.map(({ user_id, memories }) => (
          <li key={user_id}>
            <a class="button" href={hrefOf(user_id)}>
              <bdi>{user_id}</bdi> <span class="count">{memories.toLocaleString()}</span>
            </a>
          </li>
        ))}
      </ul>
      {ended && rows.length === 0 && (
        <Empty icon="users" title={prefix.value ? 'No user found' : 'No users yet'}>
          <p>{prefix.value ? 'Try fewer letters.' : <a href={addressOf('connect')}>Connect an agent first</a>}</p>
        </Empty>
      )}
      <ListFoot state={state.value} more={more} what="users" />
    </section>
  );
}
