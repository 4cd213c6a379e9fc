import type { ComponentChildren } from 'preact';
import type { Described } from '../lib/snippets.js';
import { useAction } from '../state/use.js';
import { CallButton } from './call.js';
import { Button } from './controls.js';
import type { IconName } from './icon.js';

interface Props {
  /** For screen readers: names the form. */
  label?: string;
  /** The label of its button. */
  name: string;
  icon?: IconName;
  kind?: 'main' | 'plain' | 'danger';
  /** The button stands on one line with the fields; otherwise below them. */
  line?: boolean;
  class?: string;
  ready?: boolean;
  call: Described;
  send: () => Promise<unknown>;
  cancel?: () => void;
  children: ComponentChildren;
}

/** Fields, the button that sends them, and the call it makes. */
export function Form({ label, name, icon, kind = 'main', line = false, ready = true, ...more }: Props) {
  const { busy, act } = useAction();
  const buttons = (
    <>
      <Button kind={kind} type="submit" busy={busy.value} disabled={!ready} icon={icon}>
        {name}
      </Button>
      {more.cancel && (
        <Button kind="quiet" onClick={more.cancel}>
          Cancel
        </Button>
      )}
      <CallButton name={name} call={more.call} />
    </>
  );
  return (
    <form
      class={more.class ?? (line ? 'line-form' : 'card form')}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        if (ready && !busy.peek()) void act(more.send);
      }}
    >
      {more.children}
      {line ? buttons : <div class="actions">{buttons}</div>}
    </form>
  );
}
