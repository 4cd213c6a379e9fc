import { client } from '../../api.js';
import { Empty, Loading } from '../../parts/controls.js';
import { Time } from '../../parts/time.js';
import { addressOf } from '../../state/router.js';
import { useLoaded } from '../../state/use.js';
import { Bar } from './routes.js';

const SHOWN = 20;

export function Agents() {
  const { state } = useLoaded((signal) => client.analytics.agents({ limit: SHOWN }, { signal }), []);
  const { value, loading } = state.value;
  const most = Math.max(0, ...(value?.agents ?? []).map(({ requests }) => requests));
  return (
    <section class="usage-part" aria-label="By agent">
      <h2>By agent</h2>
      <p class="soft small">Calls of the last year that name the agent, and the memories of it that are in force.</p>
      {loading && !value && <Loading />}
      {value && value.agents.length === 0 && (
        <Empty title="No agents yet">
          <p>
            An agent is listed as soon as a call names it as <code>agent_id</code>.
          </p>
        </Empty>
      )}
      {value && value.agents.length > 0 && (
        <div class="table-box" tabIndex={0} role="region" aria-label="Requests by agent">
          <table class="table">
            <thead>
              <tr>
                <th scope="col">Agent</th>
                <th scope="col">Requests</th>
                <th scope="col" class="number">
                  Memories
                </th>
                <th scope="col" class="number">
                  Retrievals
                </th>
                <th scope="col">Last seen</th>
              </tr>
            </thead>
            <tbody>
              {value.agents.map((agent) => (
                <tr key={agent.agent_id}>
                  <th scope="row">
                    <bdi>{agent.agent_id}</bdi>
                  </th>
                  <td>
                    <Bar value={agent.requests} most={most} />
                  </td>
                  <td class="number">
                    <a href={addressOf('memories', new URLSearchParams({ agent_id: agent.agent_id }))}>
                      {agent.memories.toLocaleString()}
                    </a>
                  </td>
                  <td class="number">{agent.retrievals.toLocaleString()}</td>
                  <td>
                    <Time at={agent.last_activity} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {value && value.total > value.count && (
        <p class="soft small">
          The busiest {value.count} of {value.total.toLocaleString()}.
        </p>
      )}
    </section>
  );
}
