import type { ComponentChildren } from 'preact';
import { BoundNote } from '../../parts/bound-note.js';
import { PartsNav } from '../../parts/parts-nav.js';
import { useShortcutsOf } from '../../state/keys.js';
import { query, rest } from '../../state/router.js';
import { boundUser } from '../../state/session.js';
import { PARTS, type RecordPart, recordAddress } from './address.js';
import { Agent } from './agent.js';
import { AgentList } from './agents.js';
import { EpisodeList } from './episodes.js';
import { Procedure } from './procedure.js';
import { ProcedureList } from './procedures.js';
import { Replay } from './replay.js';
import { Working } from './working.js';

const TITLES: Record<RecordPart, string> = {
  episodes: 'Episodes',
  procedures: 'Procedures',
  agents: 'Agents',
  working: 'Working memory',
};
const WHAT: Record<RecordPart, string> = {
  episodes: 'Conversations, tasks and incidents, with their events in order.',
  procedures: 'How tasks are done, and how well that works.',
  agents: 'Who stores and retrieves memories, and how much.',
  working: 'Short-lived notes that agents keep for one session.',
};

/** What a key that is bound to one user may not call. */
const OF_WHOLE_KEYS: readonly RecordPart[] = ['agents', 'working'];

/** The other kinds of records: a list of each, and one record opened. */
export function Records() {
  useShortcutsOf({});
  const parts: readonly RecordPart[] =
    boundUser.value === null ? PARTS : PARTS.filter((part) => !OF_WHOLE_KEYS.includes(part));
  const part = parts.find((name) => name === rest.value) ?? 'episodes';
  return (
    <div class="page">
      <header class="page-head">
        <h1>Records</h1>
        <p class="soft">{WHAT[part]}</p>
        <BoundNote more="Agents and working memory belong to its parent key." />
      </header>
      <PartsNav
        label="Kinds"
        value={part}
        parts={parts.map((name) => [name, TITLES[name]] as const)}
        hrefOf={(name) => recordAddress(name)}
      />
      {shown(part, query.value.get('id'))}
    </div>
  );
}

function shown(part: RecordPart, id: string | null): ComponentChildren {
  const back = recordAddress(part);
  if (part === 'working') return <Working key={id} id={id} />;
  if (part === 'procedures') return id ? <Procedure key={id} id={id} back={back} /> : <ProcedureList />;
  if (part === 'agents') return id ? <Agent key={id} id={id} back={back} /> : <AgentList />;
  if (id) return <Replay key={id} id={id} back={back} />;
  return <EpisodeList addressOfEpisode={(episode) => recordAddress('episodes', { id: episode })} />;
}
