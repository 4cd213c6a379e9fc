import { useSignal } from '@preact/signals';
import type { ConflictsListResponse } from '../../../client/index.js';
import { client, showError } from '../../api.js';
import { CallButton } from '../../parts/call.js';
import { Button, Chip } from '../../parts/controls.js';
import { WordDiff } from '../../parts/diff.js';
import { StoredText } from '../../parts/text.js';
import { Time } from '../../parts/time.js';
import { addressOf } from '../../state/router.js';
import { mayWrite } from '../../state/session.js';
import { toast } from '../../state/toasts.js';
import { useAction } from '../../state/use.js';

type Conflict = ConflictsListResponse['conflicts'][number];
type Keep = 'a' | 'b' | 'both';

const VERDICT = { a: 'The older one was kept.', b: 'The newer one was kept.', both: 'Both were kept.' } as const;

/** Two statements that cannot both be true, side by side. */
export function ConflictCard({
  conflict,
  onResolved,
}: {
  conflict: Conflict;
  onResolved: (conflict: Conflict) => void;
}) {
  const { busy, act } = useAction();
  const compared = useSignal(false);
  const keep = async (choice: Keep) => {
    onResolved(await client.conflicts.resolve({ id: conflict.id, keep: choice }));
    toast(VERDICT[choice], {
      action:
        conflict.kept === null
          ? {
              label: 'Keep both instead',
              run: () => void client.conflicts.resolve({ id: conflict.id, keep: 'both' }).then(onResolved, showError),
            }
          : undefined,
    } as Parameters<typeof toast>[1]);
  };
  const { memory_a: a, memory_b: b } = conflict;
  return (
    <article class="conflict">
      <header class="conflict-head">
        <Chip kind={conflict.status === 'open' ? 'warn' : 'plain'}>{conflict.conflict_type.replace('_', ' ')}</Chip>
        <bdi class="soft">{conflict.user_id}</bdi>
        <span class="soft small">
          {Math.round(conflict.confidence * 100)}% certain · found <Time at={conflict.detected_at} />
        </span>
        {conflict.status === 'resolved' && conflict.kept && <Chip kind="good">{VERDICT[conflict.kept]}</Chip>}
      </header>
      <div class="pair">
        <Side title="Older" memory={a} lost={conflict.kept === 'b'} />
        <Side title="Newer" memory={b} lost={conflict.kept === 'a'} />
      </div>
      <p class="soft small reason">
        <bdi>{conflict.reason}</bdi>
      </p>
      {compared.value && <WordDiff before={a.content} after={b.content} />}
      <div class="actions">
        {mayWrite.value && (
          <>
            <Button busy={busy.value} pressed={conflict.kept === 'a'} onClick={() => void act(() => keep('a'))}>
              Keep the older
            </Button>
            <Button
              kind={conflict.status === 'open' ? 'main' : 'plain'}
              busy={busy.value}
              pressed={conflict.kept === 'b'}
              onClick={() => void act(() => keep('b'))}
            >
              Keep the newer
            </Button>
            <Button busy={busy.value} pressed={conflict.kept === 'both'} onClick={() => void act(() => keep('both'))}>
              Both are true
            </Button>
          </>
        )}
        <Button kind="quiet" pressed={compared.value} onClick={() => (compared.value = !compared.value)}>
          Compare words
        </Button>
        <CallButton
          name="Keep the newer"
          call={{ operation: 'conflicts.resolve', input: { id: conflict.id, keep: 'b' } }}
        />
      </div>
    </article>
  );
}

const Side = ({ title, memory, lost }: { title: string; memory: Conflict['memory_a']; lost: boolean }) => (
  <div class={`side-of-pair${lost ? ' lost' : ''}`}>
    <p class="soft small">
      {title} · <Time at={memory.valid_from ?? memory.created_at} />
    </p>
    <a href={addressOf(`memories/${encodeURIComponent(memory.id)}`)}>
      <StoredText text={memory.content} links={false} />
    </a>
  </div>
);
