import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { MemoryHealthResponse } from '../../../client/index.js';
import { client } from '../../api.js';
import { BoundNote } from '../../parts/bound-note.js';
import { Empty, Loading } from '../../parts/controls.js';
import { SetFilter } from '../../parts/set-filter.js';
import { useShortcutsOf } from '../../state/keys.js';
import { changes, leaving } from '../../state/pending.js';
import { go, query, rest } from '../../state/router.js';
import { boundUser } from '../../state/session.js';
import { useLoaded } from '../../state/use.js';
import { Conflicts } from './conflicts.js';
import { Duplicates } from './duplicates.js';
import { Reviewed } from './reviewed.js';
import { Stale } from './stale.js';

const LISTS = ['contradictions', 'duplicates', 'stale', 'flagged', 'failing'] as const;
type List = (typeof LISTS)[number];

const TEXT: Record<List, { title: string; what: string }> = {
  contradictions: {
    title: 'Contradictions',
    what: 'Pairs of memories that cannot both be true. Keep the right one; the other stays in the history.',
  },
  duplicates: {
    title: 'Near duplicates',
    what: 'Memories that say the same thing. Keep the best wording and forget the rest.',
  },
  stale: { title: 'Stale', what: 'Not stored or verified in the last 30 days. Confirm what is still true.' },
  flagged: {
    title: 'Flagged',
    what: 'Texts that look like instructions to the agent. They are left out of contexts until you decide.',
  },
  failing: { title: 'Failing', what: 'Memories that mostly led to failures. Correct or forget them.' },
};

const counted = (health: MemoryHealthResponse, action: string) =>
  health.recommendations.find((one) => one.action === action)?.count ?? 0;

/** One inbox for everything that needs attention. */
export function Care() {
  useShortcutsOf({});
  const list = LISTS.find((name) => name === rest.value) ?? 'contradictions';
  const user = query.value.get('user_id') ?? undefined;
  const done = useSignal(0);
  const {
    value: health,
    loading,
    again,
  } = useLoaded((signal) => client.memory.health(user ? { user_id: user } : {}, { signal }), [user, changes.value]);
  /** Memories about to be forgotten no longer count in their list. */
  const countResolved = () => {
    done.value++;
    again();
  };
  const counts: Record<List, number> | undefined = health && {
    contradictions: health.conflicts,
    duplicates: health.duplicate_groups,
    stale: health.stale_memories,
    flagged: counted(health, 'review_flagged'),
    failing: counted(health, 'review_failing'),
  };
  const total = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  const sampled = (action: string) =>
    (health?.recommendations.find((one) => one.action === action)?.memory_ids ?? []).filter(
      (id) => !leaving.value.has(id),
    );
  let shown: ComponentChildren = null;
  if (list === 'contradictions') shown = <Conflicts user={user} onResolved={countResolved} />;
  else if (list === 'stale') shown = <Stale user={user} onResolved={countResolved} />;
  else if (health && list === 'duplicates')
    shown = <Duplicates groups={health.duplicates} onResolved={countResolved} />;
  else if (health && list === 'flagged')
    shown = <Reviewed key="flagged" kind="flagged" ids={sampled('review_flagged')} onResolved={countResolved} />;
  else if (health)
    shown = <Reviewed key="failing" kind="failing" ids={sampled('review_failing')} onResolved={countResolved} />;
  return (
    <div class="page">
      <header class="page-head">
        <h1>Care</h1>
        <p class="soft">
          {total === undefined && 'Memories that need attention.'}
          {total === 0 && 'Nothing needs attention. '}
          {total !== undefined && total > 0 && (
            <>
              <strong>{total.toLocaleString()}</strong> {total === 1 ? 'item needs' : 'items need'} attention.{' '}
            </>
          )}
          {done.value > 0 && `${done.value} resolved just now. `}
          {health && health.total_memories > 0 && `Memory quality: ${health.quality_score.toFixed(1)} of 10.`}
        </p>
        <BoundNote />
      </header>
      {user && boundUser.value === null && (
        <SetFilter name="user" remove={() => go(`care/${list}`)}>
          {user}
        </SetFilter>
      )}
      <nav class="care-lists" aria-label="Lists">
        {LISTS.map((name) => (
          <button
            key={name}
            type="button"
            aria-current={name === list ? 'true' : undefined}
            onClick={() => go(`care/${name}`, query.value)}
          >
            {TEXT[name].title}
            {counts && <span class={`count${counts[name] > 0 ? ' some' : ''}`}>{counts[name].toLocaleString()}</span>}
          </button>
        ))}
      </nav>
      <p class="soft">{TEXT[list].what}</p>
      {loading && !health && list !== 'contradictions' && list !== 'stale' ? <Loading /> : shown}
    </div>
  );
}

export const AllDone = ({ what }: { what: string }) => (
  <Empty icon="check" title="All done">
    <p>{what}</p>
  </Empty>
);
