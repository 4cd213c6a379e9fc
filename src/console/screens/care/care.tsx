import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { MemoryHealthAnswer } from '../../../client/index.js';
import { client } from '../../api.js';
import { Button, Empty, Loading } from '../../parts/controls.js';
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
    what: 'Two memories that cannot both be true. Keep the one that is; the other stays in the history.',
  },
  duplicates: {
    title: 'Near duplicates',
    what: 'The same thing said twice or more. Keep the best wording and forget the rest.',
  },
  stale: { title: 'Stale', what: 'Neither stored nor verified for 30 days or more. Confirm what still holds.' },
  flagged: {
    title: 'Flagged',
    what: 'Texts that look like instructions aimed at the agent. Contexts leave them out until you decide.',
  },
  failing: { title: 'Failing', what: 'Acting on these mostly failed. Correct or forget them.' },
};

const counted = (health: MemoryHealthAnswer, action: string) =>
  health.recommendations.find((one) => one.action === action)?.count ?? 0;

/** One inbox of what needs a person. */
export function Care() {
  useShortcutsOf({});
  const list = LISTS.find((name) => name === rest.value) ?? 'contradictions';
  const user = query.value.get('user_id') ?? undefined;
  const done = useSignal(0);
  const { state, again } = useLoaded(
    (signal) => client.memory.health(user ? { user_id: user } : {}, { signal }),
    [user, changes.value],
  );
  const { value: health, loading } = state.value;
  /** What is about to be forgotten is already gone from the counts of its list. */
  const settle = () => {
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
  if (list === 'contradictions') shown = <Conflicts user={user} settled={settle} />;
  else if (list === 'stale') shown = <Stale user={user} settled={settle} />;
  else if (health && list === 'duplicates') shown = <Duplicates groups={health.duplicates} settled={settle} />;
  else if (health && list === 'flagged')
    shown = <Reviewed key="flagged" kind="flagged" ids={sampled('review_flagged')} settled={settle} />;
  else if (health) shown = <Reviewed key="failing" kind="failing" ids={sampled('review_failing')} settled={settle} />;
  return (
    <div class="page care">
      <header class="page-head">
        <h1>Care</h1>
        <p class="soft">
          {total === undefined && 'What needs a person.'}
          {total === 0 && 'Nothing needs you. '}
          {total !== undefined && total > 0 && (
            <>
              <strong class="care-total">{total.toLocaleString()}</strong> {total === 1 ? 'thing needs' : 'things need'}{' '}
              you.{' '}
            </>
          )}
          {done.value > 0 && `${done.value} settled just now. `}
          {health && health.total_memories > 0 && `Quality ${health.quality_score.toFixed(1)} of 10.`}
          {user && boundUser.value === null && (
            <>
              {' '}
              Only <bdi>{user}</bdi>.{' '}
              <Button kind="quiet" onClick={() => go(`care/${list}`)}>
                All users
              </Button>
            </>
          )}
        </p>
      </header>
      <nav class="care-lists" aria-label="Kinds">
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
      <p class="soft care-what">{TEXT[list].what}</p>
      {loading && !health && list !== 'contradictions' && list !== 'stale' ? <Loading /> : shown}
    </div>
  );
}

export const AllDone = ({ what }: { what: string }) => (
  <Empty icon="check" title="All done">
    <p>{what}</p>
  </Empty>
);
