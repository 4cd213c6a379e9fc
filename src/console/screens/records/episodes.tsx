import type { EpisodesListResponse } from '../../../client/index.js';
import { client } from '../../api.js';
import { Chip, Choice, Empty } from '../../parts/controls.js';
import { ListFoot } from '../../parts/pages.js';
import { SearchLine } from '../../parts/search-line.js';
import { SetFilter } from '../../parts/set-filter.js';
import { StoredText } from '../../parts/text.js';
import { Time } from '../../parts/time.js';
import { usePages } from '../../state/pages.js';
import { changeQuery, query } from '../../state/router.js';

export type OpenEpisode = Extract<EpisodesListResponse, { events: unknown }>;

const PAGE = 50;
const STATUSES = ['open', 'closed'] as const;

export const outcomeKind = (outcome: string | null): string =>
  outcome === 'success' ? 'good' : outcome === 'failure' ? 'bad' : 'plain';

/** Newest first, or the best match first. */
export function EpisodeList({ user, addressOfEpisode }: { user?: string; addressOfEpisode: (id: string) => string }) {
  const q = query.value.get('q') ?? '';
  const agent = query.value.get('agent_id') ?? '';
  const status = STATUSES.find((one) => one === query.value.get('status'));
  const { state, more } = usePages(
    async (cursor, signal) => {
      const filters = { ...(user ? { user_id: user } : {}), ...(agent ? { agent_id: agent } : {}) };
      const input = { ...filters, status, ...(q ? { q } : {}), limit: PAGE };
      const response = await client.episodes.list({ ...input, cursor }, { signal });
      return { rows: 'episodes' in response ? response.episodes : [], next: response.next_cursor };
    },
    [user, q, agent, status],
  );
  const { rows, ended } = state.value;
  return (
    <>
      <div class="page-tools">
        <SearchLine label="Search episodes by topic" value={q} onSearch={(value) => changeQuery('q', value)} />
        <Choice
          hideLabel
          label="State"
          value={status ?? ''}
          options={[['', 'open and closed'], ...STATUSES]}
          onChange={(value) => changeQuery('status', value)}
        />
      </div>
      {agent && (
        <SetFilter name="agent" remove={() => changeQuery('agent_id', '')}>
          {agent}
        </SetFilter>
      )}
      <ul class="cards">
        {rows.map((episode) => (
          <li key={episode.id} class="card record-card">
            <p class="timeline-marks">
              <Chip kind={episode.status === 'open' ? 'good' : 'plain'}>{episode.status}</Chip>
              {episode.outcome && <Chip kind={outcomeKind(episode.outcome)}>{episode.outcome}</Chip>}
              <span class="soft small">
                {episode.event_count.toLocaleString()} {episode.event_count === 1 ? 'event' : 'events'} · started{' '}
                <Time at={episode.started_at} /> · <bdi>{episode.agent_id}</bdi>
                {episode.user_id !== null && !user && (
                  <>
                    {' '}
                    with <bdi>{episode.user_id}</bdi>
                  </>
                )}
                {episode.score !== undefined && ` · ${Math.round(episode.score * 100)}% match`}
              </span>
            </p>
            <a href={addressOfEpisode(episode.id)} class="record-title">
              <bdi>{episode.title ?? 'Untitled'}</bdi>
            </a>
            {episode.summary && (
              <p class="record-text">
                <StoredText text={episode.summary.slice(0, 400)} links={false} />
              </p>
            )}
          </li>
        ))}
      </ul>
      {ended && rows.length === 0 && (
        <Empty icon="records" title={q || status || agent ? 'No episode matches' : 'No episodes yet'}>
          <p>
            {q || status || agent ? (
              'Try other words, or both states.'
            ) : (
              <>
                An agent starts one with <code>POST /memory/episodes/start</code>; conversations sent to{' '}
                <code>POST /memory/ingest</code> become episodes too.
              </>
            )}
          </p>
        </Empty>
      )}
      <ListFoot state={state.value} more={more} what="episodes" />
    </>
  );
}
