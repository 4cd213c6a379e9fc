import type { Memory, MemoryHealthResponse } from '../../../client/index.js';
import { timesText } from '../../lib/text.js';
import { CallButton } from '../../parts/call.js';
import { Button, Chip, Loading } from '../../parts/controls.js';
import { WordDiff } from '../../parts/diff.js';
import { StoredText } from '../../parts/text.js';
import { Time } from '../../parts/time.js';
import { forgetLater, leaving } from '../../state/pending.js';
import { addressOf } from '../../state/router.js';
import { mayWrite } from '../../state/session.js';
import { useLoaded } from '../../state/use.js';
import { AllDone } from './care.js';
import { memoriesOf } from './reviewed.js';

/** The largest groups; one memory of each is kept. */
export function Duplicates({
  groups,
  onResolved,
}: {
  groups: MemoryHealthResponse['duplicates'];
  onResolved: () => void;
}) {
  const { value, loading } = useLoaded(
    (signal) =>
      Promise.all(
        groups.map(async ({ size, memory_ids }) => ({ size, memories: await memoriesOf(memory_ids, signal) })),
      ),
    [groups],
  );
  if (!value) return loading ? <Loading /> : null;
  const shown = value
    .map(({ size, memories }) => ({ size, memories: memories.filter(({ id }) => !leaving.value.has(id)) }))
    .filter(({ memories }) => memories.length > 1);
  if (shown.length === 0) return <AllDone what="No two memories say the same thing." />;
  return (
    <div class="care-cards">
      {shown.map(({ size, memories }) => (
        <Group key={memories[0]?.id} size={size} memories={memories} onResolved={onResolved} />
      ))}
    </div>
  );
}

function Group({ size, memories, onResolved }: { size: number; memories: readonly Memory[]; onResolved: () => void }) {
  const first = memories[0] as Memory;
  return (
    <article class="care-card">
      <p>
        <Chip kind="warn">{size} alike</Chip> <bdi class="soft">{first.user_id}</bdi>
      </p>
      <ul class="alike">
        {memories.map((memory, at) => {
          const others = memories.filter(({ id }) => id !== memory.id).map(({ id }) => id);
          return (
            <li key={memory.id}>
              <div>
                {at === 0 || memory.content === first.content ? (
                  <a href={addressOf(`memories/${encodeURIComponent(memory.id)}`)}>
                    <StoredText text={memory.content} links={false} />
                  </a>
                ) : (
                  <WordDiff before={first.content} after={memory.content} />
                )}
                <p class="soft small">
                  stored <Time at={memory.created_at} /> · retrieved {timesText(memory.retrieval_count)}
                </p>
              </div>
              {mayWrite.value && (
                <Button
                  onClick={() => {
                    forgetLater(others);
                    onResolved();
                  }}
                >
                  Keep this one
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <CallButton name="Keep this one" call={{ operation: 'memory.forget', input: { id: memories[1]?.id } }} />
    </article>
  );
}
