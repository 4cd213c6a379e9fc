import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { Memory, MemoryUpdateInput } from '../../../client/index.js';
import { client } from '../../api.js';
import { dateTime, dateValue, timeInput } from '../../lib/time.js';
import { Field } from '../../parts/controls.js';
import { Form } from '../../parts/form.js';
import { toast } from '../../state/toasts.js';

const dateText = (at: number | null) => (at === null ? '' : dateValue(at));

interface Props {
  memory: Memory;
  done: (memory: Memory) => void;
  cancel: () => void;
}

/** Text, tags, namespace and validity; every change keeps the previous version. */
export function Editor({ memory, done, cancel }: Props) {
  const id = useId();
  const content = useSignal(memory.content);
  const tags = useSignal(memory.tags.join(', '));
  const namespace = useSignal(memory.namespace);
  const from = useSignal(dateText(memory.valid_from));
  const until = useSignal(dateText(memory.valid_until));
  const input = (): MemoryUpdateInput => {
    const list = tags.value
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean);
    return {
      id: memory.id,
      ...(content.value === memory.content ? {} : { content: content.value }),
      ...(list.join() === memory.tags.join() ? {} : { tags: list }),
      ...(namespace.value === memory.namespace ? {} : { namespace: namespace.value }),
      ...(from.value === dateText(memory.valid_from) ? {} : { valid_from: timeInput(dateTime(from.value)) }),
      ...(until.value === dateText(memory.valid_until) ? {} : { valid_until: timeInput(dateTime(until.value)) }),
    };
  };
  const unchanged = Object.keys(input()).length === 1;
  const save = async () => {
    done(await client.memory.update(input()));
    toast('Saved. The previous version is kept.');
  };
  return (
    <Form
      class="editor"
      name="Save"
      ready={!unchanged}
      call={{ operation: 'memory.update', input: { ...input() } }}
      send={save}
      cancel={cancel}
    >
      <div class="field">
        <label for={id}>Text</label>
        <textarea
          id={id}
          rows={Math.min(14, Math.max(4, Math.ceil(content.value.length / 56)))}
          value={content.value}
          ref={(box) => {
            if (box && document.activeElement === document.body) box.focus();
          }}
          onInput={(event) => (content.value = event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            if (unchanged) cancel();
            else event.currentTarget.form?.requestSubmit();
          }}
        />
      </div>
      <Field label="Tags" value={tags} placeholder="a, b" />
      <div class="columns">
        <Field label="Namespace" value={namespace} />
        <Field label="Valid from" type="date" value={from} />
        <Field label="Valid until" type="date" value={until} />
      </div>
    </Form>
  );
}
