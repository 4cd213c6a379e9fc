import { Chip } from '../../parts/controls.js';
import { Fact } from '../../parts/fact.js';
import { StoredText } from '../../parts/text.js';
import { Time } from '../../parts/time.js';
import { boundUser } from '../../state/session.js';
import { memoryAddress, userAddress } from '../users/address.js';
import { recordAddress } from './address.js';
import { type OpenEpisode, outcomeKind } from './episodes.js';

export function EpisodeFacts({ episode }: { episode: OpenEpisode }) {
  return (
    <dl class="facts">
      <Fact name="State">
        <Chip kind={episode.status === 'open' ? 'good' : 'plain'}>{episode.status}</Chip>{' '}
        {episode.outcome && <Chip kind={outcomeKind(episode.outcome)}>{episode.outcome}</Chip>}
      </Fact>
      {episode.summary !== null && (
        <Fact name="Summary">
          <StoredText text={episode.summary} />{' '}
          <span class="soft">
            {episode.auto_summarized ? 'Generated from the events' : 'Provided when the episode ended'}
            {episode.summary_memory_id && (
              <>
                {' · '}
                <a href={memoryAddress(episode.summary_memory_id)}>open the memory</a>
              </>
            )}
          </span>
        </Fact>
      )}
      <Fact name="Agent">
        {boundUser.value === null ? (
          <a href={recordAddress('agents', { id: episode.agent_id })}>
            <bdi>{episode.agent_id}</bdi>
          </a>
        ) : (
          <bdi>{episode.agent_id}</bdi>
        )}
      </Fact>
      <Fact name="User">
        {episode.user_id === null ? (
          <span class="soft">none</span>
        ) : (
          <a href={userAddress(episode.user_id)}>
            <bdi>{episode.user_id}</bdi>
          </a>
        )}
      </Fact>
      <Fact name="Events">{episode.event_count.toLocaleString()}</Fact>
      <Fact name="Started">
        <Time at={episode.started_at} full />
      </Fact>
      <Fact name="Last event">
        <Time at={episode.last_event_at} full />
      </Fact>
      {episode.ended_at !== null && (
        <Fact name="Ended">
          <Time at={episode.ended_at} full />
        </Fact>
      )}
      <Fact name="ID">
        <code>{episode.id}</code>
      </Fact>
    </dl>
  );
}
