import type { ProceduresListResponse, ProceduresMatchResponse } from '../../../client/index.js';
import { client } from '../../api.js';
import { Chip, Empty, Loading } from '../../parts/controls.js';
import { ListFoot } from '../../parts/pages.js';
import { SearchLine } from '../../parts/search-line.js';
import { SetFilter } from '../../parts/set-filter.js';
import { StoredText } from '../../parts/text.js';
import { Time } from '../../parts/time.js';
import { usePages } from '../../state/pages.js';
import { leaving } from '../../state/pending.js';
import { changeQuery, query } from '../../state/router.js';
import { useLoaded } from '../../state/use.js';
import { recordAddress } from './address.js';

type Listed = ProceduresListResponse['procedures'][number] | ProceduresMatchResponse['procedures'][number];

const PAGE = 50;
const MATCHES = 10;

export function ProcedureList() {
  const q = query.value.get('q') ?? '';
  const agent = query.value.get('agent_id') ?? '';
  return (
    <>
      <SearchLine label="Describe a task" button="Match" value={q} onSearch={(value) => changeQuery('q', value)} />
      {agent && (
        <SetFilter name="agent" remove={() => changeQuery('agent_id', '')}>
          {agent}
        </SetFilter>
      )}
      {q ? <Matches key={q} q={q} agent={agent} /> : <All agent={agent} />}
    </>
  );
}

function All({ agent }: { agent: string }) {
  const { state, more } = usePages(
    async (cursor, signal) => {
      const input = { ...(agent ? { agent_id: agent } : {}), limit: PAGE, cursor };
      const { procedures, next_cursor } = await client.procedures.list(input, { signal });
      return { rows: procedures, next: next_cursor };
    },
    [agent],
  );
  const { rows, ended } = state.value;
  return (
    <>
      <Cards rows={rows} />
      {ended && rows.length === 0 && (
        <Empty icon="records" title="No procedures yet">
          <p>
            Agents store how a task is done with <code>POST /memory/procedures</code>.
          </p>
        </Empty>
      )}
      <ListFoot state={state.value} more={more} what="procedures" />
    </>
  );
}

function Matches({ q, agent }: { q: string; agent: string }) {
  const { value, loading } = useLoaded(
    (signal) => client.procedures.match({ q, ...(agent ? { agent_id: agent } : {}), limit: MATCHES }, { signal }),
    [q, agent],
  );
  if (!value) return loading ? <Loading /> : null;
  if (value.procedures.length === 0)
    return (
      <Empty icon="search" title="No procedure matches the task">
        <p>Try other words, or clear the search to see all.</p>
      </Empty>
    );
  return (
    <>
      <p class="soft">Best match first. A score below 0.5 is a poor match.</p>
      <Cards rows={value.procedures} />
    </>
  );
}

const Cards = ({ rows }: { rows: readonly Listed[] }) => (
  <ul class="cards">
    {rows
      .filter(({ id }) => !leaving.value.has(id))
      .map((procedure) => (
        <li key={procedure.id} class="card record-card">
          <p class="timeline-marks">
            <Uses procedure={procedure} />
            {'score' in procedure && (
              <Chip kind={procedure.score >= 0.5 ? 'good' : 'warn'}>match {procedure.score.toFixed(2)}</Chip>
            )}
            <span class="soft small">
              {procedure.steps.length} {procedure.steps.length === 1 ? 'step' : 'steps'} · version {procedure.version} ·{' '}
              <bdi>{procedure.agent_id}</bdi>
              {procedure.user_id !== null && (
                <>
                  {' '}
                  for <bdi>{procedure.user_id}</bdi>
                </>
              )}{' '}
              · <Time at={procedure.updated_at} />
            </span>
          </p>
          <a href={recordAddress('procedures', { id: procedure.id })} class="record-title">
            <bdi>{procedure.name}</bdi>
          </a>
          {procedure.description && (
            <p class="record-text">
              <StoredText text={procedure.description} links={false} />
            </p>
          )}
        </li>
      ))}
  </ul>
);

export function Uses({ procedure }: { procedure: Pick<Listed, 'uses' | 'successes'> }) {
  if (procedure.uses === 0) return <Chip>not used yet</Chip>;
  const rate = procedure.successes / procedure.uses;
  return (
    <Chip kind={rate >= 0.5 ? 'good' : 'bad'}>
      {procedure.successes} of {procedure.uses} worked
    </Chip>
  );
}
