import { client, isAddressable, isGone } from '../../api.js';
import { CallButton } from '../../parts/call.js';
import { Chip, Empty, Loading } from '../../parts/controls.js';
import { Fact, Figure, Metadata } from '../../parts/fact.js';
import { StoredText } from '../../parts/text.js';
import { Time } from '../../parts/time.js';
import { addressOf } from '../../state/router.js';
import { useLoaded } from '../../state/use.js';
import { recordAddress } from './address.js';

/** Who an agent is and what it did. */
export function Agent({ id, back }: { id: string; back: string }) {
  const { state } = useLoaded(
    async (signal) =>
      isAddressable(id)
        ? Promise.all([client.agents.get({ id }, { signal }), client.agents.stats({ id }, { signal })])
        : null,
    [id],
    { quiet: true },
  );
  const { value, loading, error } = state.value;
  if (!value)
    return loading ? (
      <Loading />
    ) : (
      <Empty icon="warn" title={isGone(error) ? 'No agent has this name' : 'Could not load this agent'}>
        <p>
          <a href={back}>All agents</a>
        </p>
      </Empty>
    );
  const [agent, stats] = value;
  const agent_id = agent.agent_id;
  const count = (number: number) => number.toLocaleString();
  return (
    <>
      <p>
        <a href={back}>← All agents</a>
      </p>
      <section class="card steps">
        <h2>
          <bdi>{agent.name}</bdi>
        </h2>
        {agent.description && <StoredText text={agent.description} />}
        {agent.capabilities.length > 0 && (
          <p class="drawer-tags">
            {agent.capabilities.map((one) => (
              <Chip key={one} kind="tag">
                <bdi>{one}</bdi>
              </Chip>
            ))}
          </p>
        )}
        <dl class="facts">
          <Fact name="Registered">
            {agent.created_at === null ? (
              <span class="soft">no, known from what it stored</span>
            ) : (
              <Time at={agent.created_at} full />
            )}
          </Fact>
          {agent.updated_at !== null && (
            <Fact name="Changed">
              <Time at={agent.updated_at} full />
            </Fact>
          )}
          {agent.template && (
            <Fact name="Template">
              <bdi>{agent.template}</bdi>
            </Fact>
          )}
          {agent.id && (
            <Fact name="ID">
              <code>{agent.id}</code>
            </Fact>
          )}
          <Fact name="Last active">
            {stats.last_activity === null ? <span class="soft">never</span> : <Time at={stats.last_activity} full />}
          </Fact>
        </dl>
        <Metadata value={agent.metadata} />
        <div class="actions">
          <CallButton name="The agent" call={{ operation: 'agents.stats', input: { id } }} />
        </div>
      </section>
      <div class="figures">
        <Figure
          name="Memories"
          value={count(stats.memories)}
          href={addressOf('memories', new URLSearchParams({ agent_id }))}
        />
        <Figure name="Episodes" value={count(stats.episodes)} href={recordAddress('episodes', { agent_id })} />
        <Figure name="Procedures" value={count(stats.procedures)} href={recordAddress('procedures', { agent_id })} />
        <Figure name="Feelings" value={count(stats.emotional_memories)} note="records" />
        <Figure name="Users" value={count(stats.users)} />
        <Figure name="Retrievals" value={count(stats.retrievals)} />
      </div>
    </>
  );
}
