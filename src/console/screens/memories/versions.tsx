import type { Memory, MemoryUpdateInput } from '../../../client/index.js';
import { client, showError } from '../../api.js';
import { timeInput } from '../../lib/time.js';
import { CallButton } from '../../parts/call.js';
import { Button } from '../../parts/controls.js';
import { WordDiff } from '../../parts/diff.js';
import { Time } from '../../parts/time.js';
import { mayWrite } from '../../state/session.js';
import { toast } from '../../state/toasts.js';
import { useLoaded } from '../../state/use.js';

/** The fields of a version that can be restored. */
const backTo = (id: string, record: Memory, now: Memory): MemoryUpdateInput => ({
  id,
  ...(record.content === now.content ? {} : { content: record.content }),
  ...(record.tags.join() === now.tags.join() ? {} : { tags: record.tags }),
  ...(record.importance === now.importance ? {} : { importance: record.importance }),
  ...(record.namespace === now.namespace ? {} : { namespace: record.namespace }),
  ...(record.valid_from === now.valid_from ? {} : { valid_from: timeInput(record.valid_from) }),
  ...(record.valid_until === now.valid_until ? {} : { valid_until: timeInput(record.valid_until) }),
});

const LABELS: Record<string, string> = {
  importance: 'importance',
  namespace: 'namespace',
  tags: 'tags',
  outcome: 'outcome',
  superseded_by: 'superseded by',
};

function otherChanges(before: Memory, after: Memory): string[] {
  return Object.entries(LABELS).flatMap(([name, label]) => {
    const [was, is] = [before[name as keyof Memory], after[name as keyof Memory]].map((value) =>
      Array.isArray(value) ? value.join(', ') : String(value ?? '–'),
    );
    return was === is ? [] : [`${label}: ${was || '–'} → ${is || '–'}`];
  });
}

/** Every version, with its changes word by word. */
export function Versions({ memory, changed }: { memory: Memory; changed: (memory: Memory) => void }) {
  const { value } = useLoaded(
    (signal) => client.memory.history({ id: memory.id, limit: 50 }, { signal }),
    [memory.id, memory.updated_at],
  );
  const versions = value?.versions ?? [];
  if (versions.length < 2)
    return (
      <section class="drawer-part">
        <h3>Versions</h3>
        <p class="soft">{versions.length === 1 ? 'Never changed.' : '…'}</p>
      </section>
    );
  const restore = async (record: Memory) => {
    changed(await client.memory.update(backTo(memory.id, record, memory)));
    toast('Restored as a new version.');
  };
  return (
    <section class="drawer-part">
      <h3>
        Versions <span class="count">{versions.length}</span>
      </h3>
      <ol class="versions">
        {versions.map(({ version, record, replaced_at }, at) => {
          const before = versions[at + 1]?.record;
          const back = backTo(memory.id, record, memory);
          return (
            <li key={version}>
              <div class="version-head">
                <strong>Version {version}</strong>
                <span class="soft small">
                  {replaced_at === null ? (
                    'current'
                  ) : (
                    <>
                      until <Time at={replaced_at} />
                    </>
                  )}
                </span>
                {mayWrite.value && replaced_at !== null && Object.keys(back).length > 1 && (
                  <span class="inline-actions">
                    <Button kind="quiet" icon="undo" onClick={() => void restore(record).catch(showError)}>
                      Restore
                    </Button>
                    <CallButton name="Restore" call={{ operation: 'memory.update', input: { ...back } }} />
                  </span>
                )}
              </div>
              {before && before.content !== record.content && (
                <WordDiff before={before.content} after={record.content} />
              )}
              {!before && (
                <p class="diff">
                  <bdi>{record.content}</bdi>
                </p>
              )}
              {before &&
                otherChanges(before, record).map((line) => (
                  <p key={line} class="soft small">
                    <bdi>{line}</bdi>
                  </p>
                ))}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
