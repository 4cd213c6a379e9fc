import { client, isAddressable, isGone } from '../../api.js';
import { CallButton } from '../../parts/call.js';
import { Empty, Loading, Tags } from '../../parts/controls.js';
import { Fact, Figure, Metadata, TimeFact } from '../../parts/fact.js';
import { BackLink } from '../../parts/parts-nav.js';
import { StoredText } from '../../parts/text.js';
import { addressOf } from '../../state/router.js';
import { useLoaded } from '../../state/use.js';
import { recordAddress } from './address.js';

/** Who an agent is and what it did. */
export function Agent({ id, back }: { id: string; back: string }) {
  const { value, loading, error } = useLoaded(
    async (signal) =>
      isAddressable(id)
        ? Promise.all([client.agents.get({ id }, { signal }), client.agents.stats({ id }, { signal })])
        : null,
    [id],
    { quiet: true },
  );
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
      <BackLink to={back} all="agents" />
      <section class="card steps">
        <h2>
          <bdi>{agent.name}</bdi>
        </h2>
        {agent.description && <StoredText text={agent.description} />}
        {agent.capabilities.length > 0 && (
          <p class="drawer-tags">
            <Tags tags={agent.capabilities} />
          </p>
        )}
        <dl class="facts">
          <TimeFact name="Registered" at={agent.created_at} none="no, known from what it stored" />
          <TimeFact name="Changed" at={agent.updated_at} />
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
          <TimeFact name="Last active" at={stats.last_activity} none="never" />
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
