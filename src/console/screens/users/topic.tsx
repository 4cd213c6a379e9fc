import type { MemoryTimelineResponse } from '../../../client/index.js';
import { client } from '../../api.js';
import { CallButton } from '../../parts/call.js';
import { Button, Chip, Empty, Loading } from '../../parts/controls.js';
import { StoredText } from '../../parts/text.js';
import { Time } from '../../parts/time.js';
import { useLoaded } from '../../state/use.js';
import { memoryAddress } from './address.js';

type Entry = MemoryTimelineResponse['timeline'][number];

const KIND: Record<Entry['change'], string> = {
  added: 'good',
  updated: 'plain',
  contradicted: 'bad',
  superseded: 'warn',
  ended: 'warn',
};
const SAID: Record<Entry['change'], string> = {
  added: 'added',
  updated: 'updated',
  contradicted: 'contradicted',
  superseded: 'superseded',
  ended: 'ended',
};

/** The states of one topic, oldest first. */
export function Topic({ user, topic, all }: { user: string; topic: string; all: () => void }) {
  const input = { user_id: user, topic, limit: 100 };
  const { value, loading } = useLoaded((signal) => client.memory.timeline(input, { signal }), [user, topic]);
  if (!value) return loading ? <Loading what="Tracing the topic" /> : null;
  return (
    <>
      <p class="list-line">
        <span>
          <strong>{value.count}</strong> {value.count === 1 ? 'state' : 'states'} of “<bdi>{topic}</bdi>”, oldest first.
          {!value.semantic && ' The model is unavailable, so they were found by words.'}
        </span>
        <Button kind="quiet" onClick={all}>
          Show everything
        </Button>
        <CallButton name="Trace it" call={{ operation: 'memory.timeline', input }} />
      </p>
      {value.timeline.length === 0 ? (
        <Empty icon="clock" title="Nothing about this topic">
          <p>Try other words, or fewer.</p>
        </Empty>
      ) : (
        <ol class="timeline">
          {value.timeline.map((entry) => (
            <li key={entry.id} class={entry.current ? undefined : 'past'}>
              <p class="timeline-marks">
                <Chip kind={KIND[entry.change]}>{SAID[entry.change]}</Chip>
                <span>
                  <Time at={entry.from} full />
                  {entry.to !== null && (
                    <>
                      {' '}
                      to <Time at={entry.to} full />
                    </>
                  )}
                </span>
                {entry.current && <Chip kind="category">current</Chip>}
              </p>
              <a href={memoryAddress(entry.id)} class="timeline-text">
                <StoredText text={entry.content.slice(0, 600)} links={false} />
              </a>
              {entry.ended_by && (
                <p class="timeline-marks">
                  <a href={memoryAddress(entry.ended_by)}>see what ended it</a>
                </p>
              )}
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
