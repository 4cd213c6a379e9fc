import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { client } from '../../api.js';
import { Empty, Loading } from '../../parts/controls.js';
import { Metadata } from '../../parts/fact.js';
import { ListFoot } from '../../parts/pages.js';
import { BackLink } from '../../parts/parts-nav.js';
import { useShortcutsOf } from '../../state/keys.js';
import { usePages } from '../../state/pages.js';
import { mayWrite } from '../../state/session.js';
import { EndEpisode } from './end-episode.js';
import { EpisodeFacts } from './episode-facts.js';
import type { OpenEpisode } from './episodes.js';
import { ReplayBar } from './replay-bar.js';
import { Turn } from './turn.js';

const PAGE = 100;
/** About the time it takes to read a turn. */
const STEP_MS = 1_400;

/** One episode with its events: all at once, or replayed in order. */
export function Replay({ id, back }: { id: string; back: string }) {
  const episode = useSignal<OpenEpisode | null>(null);
  const { state, more, again } = usePages(
    async (cursor, signal) => {
      const input = { id, limit: PAGE, cursor };
      const response = (await client.episodes.list(input, { signal })) as OpenEpisode;
      episode.value = response;
      return { rows: response.events, next: response.next_cursor };
    },
    [id],
  );
  /** How many events are shown; null for all. */
  const seen = useSignal<number | null>(null);
  const playing = useSignal(false);
  const { rows, ended, loading, failed } = state.value;
  const at = seen.value;
  const isLast = at !== null && ended && at >= rows.length;
  const step = (by: number) => {
    const next = Math.max(1, Math.min(rows.length, (seen.peek() ?? rows.length) + by));
    if (next >= rows.length) more();
    seen.value = next;
  };
  const play = () => {
    if (at === null || isLast) seen.value = Math.min(1, rows.length);
    playing.value = !playing.value;
  };
  useEffect(() => {
    if (!playing.value) return;
    if (isLast) {
      playing.value = false;
      return;
    }
    const timer = setTimeout(() => step(1), STEP_MS);
    return () => clearTimeout(timer);
  }, [playing.value, at, rows.length, loading]);
  useEffect(() => {
    if (at !== null) document.querySelector('[data-turn="now"]')?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  useShortcutsOf({ j: () => step(1), k: () => step(-1), p: play });

  if (!episode.value)
    return failed ? (
      <Empty icon="warn" title="Could not load this episode">
        <p>
          It was forgotten, or the ID belongs to another key. <a href={back}>All episodes</a>
        </p>
      </Empty>
    ) : (
      <Loading />
    );
  const { title, metadata, status, event_count } = episode.value;
  const shown = at === null ? rows : rows.slice(0, at);
  return (
    <>
      <BackLink to={back} all="episodes" />
      <section class="card steps">
        <h2>
          <bdi>{title ?? 'Untitled'}</bdi>
        </h2>
        <EpisodeFacts episode={episode.value} />
        <Metadata value={metadata} />
        {status === 'open' && mayWrite.value && <EndEpisode id={id} done={again} />}
      </section>
      {ended && rows.length === 0 ? (
        <Empty icon="records" title="No events">
          <p>None were added, or all of them were forgotten.</p>
        </Empty>
      ) : (
        <section class="steps" aria-label="Events">
          <ReplayBar
            at={at}
            loaded={rows.length}
            count={event_count}
            isLast={isLast}
            isPlaying={playing.value}
            play={play}
            step={step}
            showAll={() => {
              playing.value = false;
              seen.value = null;
            }}
          />
          <ol class="turns">
            {shown.map((event, place) => (
              <Turn key={event.id} event={event} before={rows[place - 1]} isNow={at !== null && place === at - 1} />
            ))}
          </ol>
          {at === null && <ListFoot state={state.value} more={more} what="events" />}
        </section>
      )}
    </>
  );
}
