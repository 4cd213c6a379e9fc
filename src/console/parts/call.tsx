import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { type Described, LANGUAGES, type Language, lineOf, snippetOf } from '../lib/snippets.js';
import { Button, Tabs } from './controls.js';
import { Copy } from './copy.js';

/** The call as text in three languages; the key is always a variable. */
export function Snippet({ call }: { call: Described }) {
  const language = useSignal<Language>('curl');
  const text = snippetOf(call, language.value, location.origin);
  return (
    <div class="snippet">
      <div class="snippet-head">
        <Tabs label="Language" value={language} options={LANGUAGES} />
        <Copy text={text} />
      </div>
      <Code text={text} label={`The call in ${language.value}`} />
    </div>
  );
}

export const Code = ({ text, label }: { text: string; label: string }) => (
  <pre class="code" tabIndex={0} role="region" aria-label={label}>
    <code>{text}</code>
  </pre>
);

/** A small `</>` beside an action that shows what it will send. */
export function CallButton({ call, name }: { call: Described; name: string }) {
  const open = useSignal(false);
  const id = useId();
  return (
    <>
      <button
        type="button"
        class="button quiet bare peek"
        aria-label={`API call for “${name}”`}
        title={lineOf(call)}
        aria-expanded={open.value}
        aria-controls={id}
        onClick={() => (open.value = !open.value)}
      >
        <span aria-hidden="true">{'</>'}</span>
      </button>
      <div id={id} class="peeked" hidden={!open.value}>
        {open.value && <Snippet call={call} />}
        {open.value && <Button kind="quiet" icon="close" label="Close" onClick={() => (open.value = false)} />}
      </div>
    </>
  );
}
