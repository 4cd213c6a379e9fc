import { client } from '../../api.js';
import { AgentTable } from '../../parts/agent-table.js';
import { Empty, Tabs } from '../../parts/controls.js';
import { ListFoot } from '../../parts/pages.js';
import { Time } from '../../parts/time.js';
import { usePages } from '../../state/pages.js';
import { query, setQuery } from '../../state/router.js';
import { recordAddress } from './address.js';

const PAGE = 50;
const BUSIEST = 100;
const LISTS = [
  ['active', 'Active'],
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
      {list === 'active' ? <AgentTable limit={BUSIEST} /> : <Registered />}
    </>
  );
}

function Registered() {
  const { state, more } = usePages(async (cursor, signal) => {
    const { agents, next_cursor } = await client.agents.list({ limit: PAGE, cursor }, { signal });
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
        <Empty icon="connect" title="No registered agents">
          <p>
            Registering is optional. <code>POST /agents/register</code> gives an agent a profile: what it is for and
            what it can do.
          </p>
        </Empty>
      )}
      <ListFoot state={state.value} more={more} what="agents" />
    </>
  );
}
