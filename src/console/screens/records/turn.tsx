import { Chip } from '../../parts/controls.js';
import { Metadata } from '../../parts/fact.js';
import { StoredText } from '../../parts/text.js';
import { Time } from '../../parts/time.js';
import { memoryAddress } from '../users/address.js';
import type { OpenEpisode } from './episodes.js';

type Event = OpenEpisode['events'][number];

const MINUTE = 60_000;

/** How long nothing happened, if long enough to mention. */
function pauseText(ms: number): string | undefined {
  if (ms < 2 * MINUTE) return undefined;
  const minutes = Math.round(ms / MINUTE);
  if (minutes < 120) return `${minutes} minutes later`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours later` : `${Math.round(hours / 24)} days later`;
}

export function Turn({ event, before, isNow }: { event: Event; before: Event | undefined; isNow: boolean }) {
  const pause = before && pauseText(event.created_at - before.created_at);
  return (
    <li class={isNow ? 'turn now' : 'turn'} {...(isNow ? { 'data-turn': 'now' } : {})}>
      {pause && <p class="turn-pause soft small">{pause}</p>}
      <p class="timeline-marks">
        <span class="number soft">{event.seq}</span>
        <Chip>
          <bdi>{event.type}</bdi>
        </Chip>
        <span class="soft small">
          <Time at={event.created_at} full /> · <a href={memoryAddress(event.id)}>open the memory</a>
        </span>
      </p>
      <StoredText text={event.content} />
      <Metadata value={event.metadata} />
    </li>
  );
}
