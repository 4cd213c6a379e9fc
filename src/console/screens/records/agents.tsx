import { client } from '../../api.js';
import { Empty, Loading, Tabs } from '../../parts/controls.js';
import { ListFoot } from '../../parts/pages.js';
import { Time } from '../../parts/time.js';
import { usePages } from '../../state/pages.js';
import { addressOf, query, setQuery } from '../../state/router.js';
import { useLoaded } from '../../state/use.js';
import { recordAddress } from './address.js';

const PAGE = 50;
const BUSIEST = 100;
const LISTS = [
  ['active', 'At work'],
  ['registered', 'Registered'],
] as const;

export function AgentList() {
  const list = query.value.get('list') === 'registered' ? 'registered' : 'active';
  return (
    <>
      <Tabs
        label="Which agents"
        value={list}
        options={LISTS}
        onChange={(value) => setQuery(new URLSearchParams(value === 'active' ? {} : { list: value }))}
      />
      {list === 'active' ? <Active /> : <Registered />}
    </>
  );
}

const memoriesOf = (agent: string) => addressOf('memories', new URLSearchParams({ agent_id: agent }));

/** Everyone that has memories or was named by a call, the busiest first. */
function Active() {
  const { state } = useLoaded((signal) => client.analytics.agents({ limit: BUSIEST }, { signal }), []);
  const { value, loading } = state.value;
  if (!value) return loading ? <Loading /> : null;
  if (value.agents.length === 0)
    return (
      <Empty icon="connect" title="No agent has called yet">
        <p>
          <a href={addressOf('connect')}>Connect one</a>: it appears with its first call.
        </p>
      </Empty>
    );
  return (
    <>
      {value.total > value.count && (
        <p class="soft">
          The {value.count} busiest of {value.total.toLocaleString()}.
        </p>
      )}
      <div class="table-box">
        <table class="table">
          <thead>
            <tr>
              <th scope="col">Agent</th>
              <th scope="col" class="number">
                Memories
              </th>
              <th scope="col" class="number">
                Requests
              </th>
              <th scope="col" class="number">
                Retrievals
              </th>
              <th scope="col">Last active</th>
            </tr>
          </thead>
          <tbody>
            {value.agents.map((agent) => (
              <tr key={agent.agent_id}>
                <th scope="row">
                  <a href={recordAddress('agents', { id: agent.agent_id })}>
                    <bdi>{agent.agent_id}</bdi>
                  </a>
                </th>
                <td class="number">
                  <a href={memoriesOf(agent.agent_id)}>{agent.memories.toLocaleString()}</a>
                </td>
                <td class="number">{agent.requests.toLocaleString()}</td>
                <td class="number">{agent.retrievals.toLocaleString()}</td>
                <td>
                  <Time at={agent.last_activity} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Registered() {
  const { state, more } = usePages(async (cursor, signal) => {
    const { agents, next_cursor } = await client.agents.list(
      { limit: PAGE, ...(cursor ? { cursor } : {}) },
      { signal },
    );
    return { rows: agents, next: next_cursor };
  }, []);
  const { rows, ended } = state.value;
  return (
    <>
      <ul class="cards">
        {rows.map((agent) => (
          <li key={agent.id} class="card record-card">
            <a href={recordAddress('agents', { id: agent.id })} class="record-title">
              <bdi>{agent.name}</bdi>
            </a>
            {agent.description && (
              <p class="record-text">
                <bdi>{agent.description}</bdi>
              </p>
            )}
            <p class="soft small">
              registered <Time at={agent.created_at} />
            </p>
          </li>
        ))}
      </ul>
      {ended && rows.length === 0 && (
        <Empty icon="connect" title="No agent is registered">
          <p>
            Agents work without it. <code>POST /agents/register</code> gives one a profile: what it is for and what it
            can do.
          </p>
        </Empty>
      )}
      <ListFoot state={state.value} more={more} what="agents" />
    </>
  );
}
