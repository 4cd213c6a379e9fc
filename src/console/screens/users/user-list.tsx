import { Empty } from '../../parts/controls.js';
import { PageHead } from '../../parts/page-head.js';
import { ListFoot } from '../../parts/pages.js';
import { SearchLine } from '../../parts/search-line.js';
import { Table } from '../../parts/table.js';
import { Time } from '../../parts/time.js';
import { addressOf, query, setQuery } from '../../state/router.js';
import { memoriesAddress, userAddress } from './address.js';
import { useUsers } from './use-users.js';

const PAGE = 50;

export function UserList() {
  const prefix = query.value.get('prefix') ?? '';
  const { state, more } = useUsers(prefix, PAGE);
  const { rows, ended } = state.value;
  return (
    <div class="page">
      <PageHead title="Users">
        Everyone this key stores data about.{' '}
        <a href={addressOf('users', new URLSearchParams({ part: 'receipts' }))}>Erasure receipts</a>
      </PageHead>
      <SearchLine
        label="Name starts with"
        value={prefix}
        onSearch={(value) => setQuery(new URLSearchParams(value ? { prefix: value } : {}))}
      />
      {rows.length > 0 && (
        <Table label="Users" columns={['User', { number: 'Memories' }, 'Last stored']}>
          {rows.map(({ user_id, memories, last_stored_at }) => (
            <tr key={user_id}>
              <th scope="row">
                <a href={userAddress(user_id)}>
                  <bdi>{user_id}</bdi>
                </a>
              </th>
              <td class="number">
                {memories === 0 ? 0 : <a href={memoriesAddress(user_id)}>{memories.toLocaleString()}</a>}
              </td>
              <td>{last_stored_at === null ? <span class="soft">never</span> : <Time at={last_stored_at} />}</td>
            </tr>
          ))}
        </Table>
      )}
      {ended && rows.length === 0 && (
        <Empty icon="users" title={prefix ? 'No user’s name starts with this' : 'No users yet'}>
          <p>
            {prefix ? (
              'Names are matched from the first letter. Try one or two letters.'
            ) : (
              <>
                Users appear when an agent stores something about them. <a href={addressOf('connect')}>Connect one</a>.
              </>
            )}
          </p>
        </Empty>
      )}
      <ListFoot state={state.value} more={more} what="users" />
    </div>
  );
}
