import { useSignal } from '@preact/signals';
import { lineOf } from '../lib/snippets.js';
import { clockTime } from '../lib/time.js';
import { Snippet } from '../parts/call.js';
import { Empty } from '../parts/controls.js';
import { Modal } from '../parts/modal.js';
import { calls, type MadeCall } from '../state/calls.js';
import { callsShown } from '../state/keys.js';

const outcomeText = ({ outcome, ms }: MadeCall) => {
  if (outcome === null) return '…';
  const time = ms === null ? '' : ` · ${ms} ms`;
  return `${outcome === 'ok' ? 'ok' : outcome === 'failed' ? 'no response' : outcome}${time}`;
};

/** The line at the bottom: the latest call of the page. */
export function LastCall() {
  const last = calls.value[0];
  return (
    <footer class="last-call">
      <button type="button" onClick={() => (callsShown.value = true)}>
        <span aria-hidden="true">{'</>'}</span>
        <span class="unseen">API calls made by this page. Last: </span>
        {last ? (
          <>
            <code>{lineOf(last)}</code>
            <span class={last.outcome === 'ok' || last.outcome === null ? 'soft' : 'bad'}>{outcomeText(last)}</span>
          </>
        ) : (
          <span class="soft">API calls made by this page</span>
        )}
      </button>
    </footer>
  );
}

export function CallsPanel() {
  const chosen = useSignal<number | null>(calls.value[0]?.id ?? null);
  return (
    <Modal wide title="API calls made by this page" onClose={() => (callsShown.value = false)}>
      {calls.value.length === 0 && (
        <Empty title="No calls yet">
          <p>The calls that a screen makes appear here.</p>
        </Empty>
      )}
      <ul class="call-list">
        {calls.value.map((call) => (
          <li key={call.id}>
            <button
              type="button"
              aria-expanded={chosen.value === call.id}
              onClick={() => (chosen.value = chosen.value === call.id ? null : call.id)}
            >
              <span class="soft">{clockTime(call.at)}</span>
              <code>{lineOf(call)}</code>
              <span class={call.outcome === 'ok' || call.outcome === null ? 'soft' : 'bad'}>{outcomeText(call)}</span>
            </button>
            {chosen.value === call.id && <Snippet call={call} />}
          </li>
        ))}
      </ul>
    </Modal>
  );
}
