import { client } from '../api.js';
import { addressOf } from '../state/router.js';
import { useLoaded } from '../state/use.js';
import { Empty, Loading } from './controls.js';
import { Bar, Table } from './table.js';
import { Time } from './time.js';

const ofAgent = (path: string, query: Record<string, string>) => addressOf(path, new URLSearchParams(query));

/** Every agent that has memories or was named in a call, the busiest first. */
export function AgentTable({ limit }: { limit: number }) {
  const { value, loading } = useLoaded((signal) => client.analytics.agents({ limit }, { signal }), [limit]);
  if (!value) return loading ? <Loading /> : null;
  if (value.agents.length === 0)
    return (
      <Empty icon="connect" title="No agents yet">
        <p>
          <a href={addressOf('connect')}>Connect one</a>: it appears here after its first call with an{' '}
          <code>agent_id</code>.
        </p>
      </Empty>
    );
  const most = Math.max(...value.agents.map(({ requests }) => requests));
  return (
    <>
      <Table
        bars
        label="Requests by agent"
        columns={['Agent', { number: 'Requests' }, { number: 'Memories' }, { number: 'Retrievals' }, 'Last active']}
      >
        {value.agents.map(({ agent_id, ...agent }) => (
          <tr key={agent_id}>
            <th scope="row">
              <a href={ofAgent('records/agents', { id: agent_id })}>
                <bdi>{agent_id}</bdi>
              </a>
            </th>
            <td>
              <Bar value={agent.requests} most={most} />
            </td>
            <td class="number">
              <a href={ofAgent('memories', { agent_id })}>{agent.memories.toLocaleString()}</a>
            </td>
            <td class="number">{agent.retrievals.toLocaleString()}</td>
            <td>
              <Time at={agent.last_activity} />
            </td>
          </tr>
        ))}
      </Table>
      {value.total > value.count && (
        <p class="soft small">
          Showing the {value.count} busiest of {value.total.toLocaleString()}.
        </p>
      )}
    </>
  );
}
