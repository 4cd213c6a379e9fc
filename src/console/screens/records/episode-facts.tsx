import { Chip } from '../../parts/controls.js';
import { Fact, TimeFact } from '../../parts/fact.js';
import { StoredText } from '../../parts/text.js';
import { memoryAddress } from '../users/address.js';
import { type OpenEpisode, outcomeKind } from './episodes.js';
import { OwnerFacts } from './owner-facts.js';

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
      <OwnerFacts of={episode} noUser="none" />
      <Fact name="Events">{episode.event_count.toLocaleString()}</Fact>
      <TimeFact name="Started" at={episode.started_at} />
      <TimeFact name="Last event" at={episode.last_event_at} />
      <TimeFact name="Ended" at={episode.ended_at} />
      <Fact name="ID">
        <code>{episode.id}</code>
      </Fact>
    </dl>
  );
}
