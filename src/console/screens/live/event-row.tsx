import type { WebhookEvent } from '../../../client/index.js';
import { detailsOf } from '../../lib/events.js';
import { clockTime, DAY, fullTime, shortTime } from '../../lib/time.js';
import { Button, Chip } from '../../parts/controls.js';
import { StoredText } from '../../parts/text.js';
import { addressOf } from '../../state/router.js';

const KIND_OF_CHIP: Record<string, string> = {
  'memory.stored': 'good',
  'memory.derived': 'good',
  'memory.forgotten': 'bad',
  'memory.expired': 'bad',
  'user.erased': 'bad',
  'memory.conflict': 'warn',
  'usage.limit_approaching': 'warn',
  'stream.reset': 'warn',
};
const SHOWN = 300;

/** The time to the second for recent events, the date for older ones. */
const timeOf = (at: number) => (Date.now() - at < DAY ? clockTime(at) : shortTime(at));

export function EventRow({ event, onShow }: { event: WebhookEvent; onShow: () => void }) {
  const { memoryId, user, agent, content, more } = detailsOf(event);
  const at = Date.parse(event.timestamp);
  const text = content ? (
    <StoredText text={content.slice(0, SHOWN)} links={false} />
  ) : (
    <bdi class="soft">
      {content === null ? 'The memory no longer exists. ' : ''}
      {more.slice(0, SHOWN)}
    </bdi>
  );
  return (
    <div class="event-row">
      <time dateTime={event.timestamp} title={Number.isNaN(at) ? undefined : fullTime(at)}>
        {Number.isNaN(at) ? '' : timeOf(at)}
      </time>
      <Chip kind={KIND_OF_CHIP[event.type] ?? 'plain'}>
        <bdi>{event.type}</bdi>
      </Chip>
      <span class="event-text">
        {memoryId && content !== null ? (
          <a href={addressOf(`memories/${encodeURIComponent(memoryId)}`)}>{text}</a>
        ) : (
          text
        )}
      </span>
      <span class="event-who">
        {user !== null && <bdi>{user}</bdi>}
        {agent !== null && <bdi class="soft">{agent}</bdi>}
      </span>
      <Button kind="quiet" icon="code" label={`Show the event ${event.id}`} onClick={onShow} />
    </div>
  );
}
