import { client } from '../../api.js';
import { Empty } from '../../parts/controls.js';
import { ListFoot } from '../../parts/pages.js';
import { SearchLine } from '../../parts/search-line.js';
import { Table } from '../../parts/table.js';
import { Time } from '../../parts/time.js';
import { usePages } from '../../state/pages.js';
import { go } from '../../state/router.js';
import { recordAddress } from './address.js';
import { WorkingSession } from './working-session.js';

const PAGE = 50;

/** A list of sessions by name, or one session. */
export function Working({ id }: { id: string | null }) {
  return (
    <>
      <SearchLine
        label="Session name"
        button="Open"
        value={id ?? ''}
        onSearch={(value) => go('records/working', new URLSearchParams(value ? { id: value } : {}))}
      />
      {id ? <WorkingSession id={id} back={recordAddress('working')} /> : <Sessions />}
    </>
  );
}

function Sessions() {
  const { state, more } = usePages(async (cursor, signal) => {
    const input = { limit: PAGE, cursor };
    const { sessions, next_cursor } = await client.working.sessions(input, { signal });
    return { rows: sessions, next: next_cursor };
  }, []);
  const { rows, ended } = state.value;
  return (
    <>
      {rows.length > 0 && (
        <Table label="Sessions" columns={['Session', { number: 'Items' }, 'Last item', 'Expires']}>
          {rows.map(({ session_id, items, last_at, expires_at }) => (
            <tr key={session_id}>
              <th scope="row">
                <a href={recordAddress('working', { id: session_id })}>
                  <bdi>{session_id}</bdi>
                </a>
              </th>
              <td class="number">
                <a href={recordAddress('working', { id: session_id })}>{items}</a>
              </td>
              <td>
                <Time at={last_at} />
              </td>
              <td>
                <Time at={expires_at} />
              </td>
            </tr>
          ))}
        </Table>
      )}
      {ended && rows.length === 0 && (
        <Empty icon="clock" title="No sessions with notes">
          <p>
            Agents keep notes for a session with <code>POST /memory/working</code>; they expire automatically.
          </p>
        </Empty>
      )}
      <ListFoot state={state.value} more={more} what="sessions" />
    </>
  );
}
