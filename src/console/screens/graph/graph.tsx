import { BoundNote } from '../../parts/bound-note.js';
import { PartsNav } from '../../parts/parts-nav.js';
import { useShortcutsOf } from '../../state/keys.js';
import { addressOf, query, rest } from '../../state/router.js';
import { boundUser } from '../../state/session.js';
import { MemoryMap } from './map.js';
import { Neighbourhood } from './neighbourhood.js';

const PARTS = [
  ['map', 'Map of a user'],
  ['links', 'Links of a memory'],
] as const;

/** How memories relate to each other: by meaning, or by links. */
export function Graph() {
  useShortcutsOf({});
  // A key that is bound to one user may not traverse the graph.
  const isBound = boundUser.value !== null;
  const part = rest.value === 'links' && !isBound ? 'links' : 'map';
  const user = query.value.get('user_id');
  return (
    <div class="page wide">
      <header class="page-head">
        <h1>Graph</h1>
        <p class="soft">
          {part === 'map'
            ? 'Memories with similar meaning are close together.'
            : 'What a memory is linked to: causes, parts, contradictions, newer versions.'}
        </p>
        <BoundNote more="Links between memories need its parent key." />
      </header>
      {!isBound && (
        <PartsNav
          label="Parts"
          value={part}
          parts={PARTS}
          hrefOf={(name) => addressOf(name === 'map' ? 'graph' : 'graph/links', user ? ofUser(user) : undefined)}
        />
      )}
      {part === 'map' ? <MemoryMap /> : <Neighbourhood />}
    </div>
  );
}

const ofUser = (user_id: string) => new URLSearchParams({ user_id });
