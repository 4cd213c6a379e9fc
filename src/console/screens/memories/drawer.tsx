import { useSignal } from '@preact/signals';
import type { Memory } from '../../../client/index.js';
import { client, isGone, showError } from '../../api.js';
import { CallButton } from '../../parts/call.js';
import { Button, Chip, Empty, Loading, Tags } from '../../parts/controls.js';
import { Copy } from '../../parts/copy.js';
import { ForgetButton } from '../../parts/forget-button.js';
import { StoredText } from '../../parts/text.js';
import { changes } from '../../state/pending.js';
import { addressOf } from '../../state/router.js';
import { mayWrite } from '../../state/session.js';
import { toast } from '../../state/toasts.js';
import { useLoaded } from '../../state/use.js';
import { Contradictions } from './contradictions.js';
import { Editor } from './editor.js';
import { Facts } from './facts.js';
import { FLAGGED } from './flags.js';
import { Links } from './links.js';
import { Origin } from './origin.js';
import { Replaced } from './replaced.js';
import { Versions } from './versions.js';

interface Props {
  id: string;
  close: () => void;
  onChanged: (memory: Memory) => void;
  move: (by: number) => void;
}

/** Everything about one memory. */
export function Drawer({ id, close, onChanged, move }: Props) {
  const {
    value: memory,
    loading,
    error,
    again,
    show,
  } = useLoaded((signal) => client.memory.get({ id }, { signal }), [id], { quiet: true });
  const editing = useSignal(false);
  const changed = (next: Memory) => {
    show(next);
    editing.value = false;
    onChanged(next);
    changes.value++;
  };
  const verify = async () => {
    await client.memory.verify({ id });
    toast('Marked as still true.');
    again();
  };
  return (
    <section class="drawer" aria-label="Memory">
      <header class="drawer-head">
        <code class="id" title={id}>
          {id}
        </code>
        <Copy bare text={id} label="Copy the ID" />
        <span class="spacer" />
        <Button kind="quiet" onClick={() => move(-1)} label="Previous (k)">
          <span aria-hidden="true">↑</span>
        </Button>
        <Button kind="quiet" onClick={() => move(1)} label="Next (j)">
          <span aria-hidden="true">↓</span>
        </Button>
        <Button kind="quiet" icon="close" label="Close (Esc)" onClick={close} />
      </header>
      <div class="drawer-body">
        {loading && !memory && <Loading />}
        {error !== undefined && (
          <Empty icon="warn" title={isGone(error) ? 'This memory no longer exists' : 'Could not load this memory'}>
            <p>
              {isGone(error)
                ? 'It was forgotten or has expired, or the ID belongs to another key.'
                : 'Something went wrong.'}
            </p>
            <Button onClick={isGone(error) ? close : again}>{isGone(error) ? 'Back to the list' : 'Try again'}</Button>
          </Empty>
        )}
        {memory && (
          <>
            {editing.value ? (
              <Editor memory={memory} done={changed} cancel={() => (editing.value = false)} />
            ) : (
              <div class="drawer-text">
                <StoredText text={memory.content} />
              </div>
            )}
            {!editing.value && <Marks memory={memory} />}
            {memory.risk >= FLAGGED && (
              <p class="notice bad">
                This text looks like instructions to the agent (risk {memory.risk.toFixed(2)}). Contexts and tool
                results leave it out.
              </p>
            )}
            {memory.superseded_by && <Replaced memory={memory} changed={again} />}
            {mayWrite.value && !editing.value && (
              <div class="actions">
                <span data-edit>
                  <Button icon="edit" onClick={() => (editing.value = true)}>
                    Edit
                  </Button>
                </span>
                <Button icon="check" onClick={() => void verify().catch(showError)}>
                  Still true
                </Button>
                <ForgetButton id={id} then={close} />
                <CallButton name="Forget" call={{ operation: 'memory.forget', input: { id } }} />
              </div>
            )}
            <Facts memory={memory} changed={changed} />
            <Contradictions memory={memory} changed={again} />
            <Origin memory={memory} />
            <Versions memory={memory} changed={changed} />
            <Links memory={memory} />
            <section class="drawer-part">
              <h3>Recall</h3>
              <p>
                <a href={addressOf('lab', new URLSearchParams({ user_id: memory.user_id, id }))}>
                  Check in the recall lab how it ranks for a question
                </a>
              </p>
            </section>
          </>
        )}
      </div>
    </section>
  );
}

const Marks = ({ memory }: { memory: Memory }) => (
  <p class="drawer-tags">
    <Chip kind={`category ${memory.category}`}>{memory.category}</Chip>
    <Tags tags={memory.tags} />
    {memory.kind !== 'semantic' && <Chip>{memory.kind}</Chip>}
    {!memory.embedded && <Chip kind="warn">not embedded yet: search by meaning does not find it</Chip>}
  </p>
);
