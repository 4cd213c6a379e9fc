import { useSignal } from '@preact/signals';
import type { KeysMintChildResponse } from '../../../client/index.js';
import { client } from '../../api.js';
import { Code } from '../../parts/call.js';
import { Button, Check, Field, Tabs } from '../../parts/controls.js';
import { Copy } from '../../parts/copy.js';
import { Form } from '../../parts/form.js';
import { PageHead } from '../../parts/page-head.js';
import { useShortcutsOf } from '../../state/keys.js';
import { addressOf } from '../../state/router.js';
import { mayWrite } from '../../state/session.js';
import { cardsOf } from './cards.js';
import { useFirstCall } from './first-call.js';

const HIDDEN = 'rec_sk_••••••••';

/** From nothing to an agent's first call. */
export function Connect() {
  useShortcutsOf({});
  const user = useSignal('ada');
  const name = useSignal('my first agent');
  const readOnly = useSignal(false);
  const made = useSignal<KeysMintChildResponse | null>(null);
  const shown = useSignal(false);
  const way = useSignal('curl');
  const arrived = useFirstCall(made.value?.bound_to?.user_id ?? null);
  const input = {
    name: name.value.trim(),
    user_id: user.value.trim(),
    ...(readOnly.value ? { scopes: ['read' as const] } : {}),
  };
  const key = made.value?.key;
  const visible = cardsOf(location.origin, user.value, key && shown.value ? key : key ? HIDDEN : 'rec_sk_…');
  const copied = cardsOf(location.origin, user.value, key ?? 'rec_sk_…');
  const at = Math.max(
    0,
    visible.findIndex((card) => card.name === way.value),
  );
  return (
    <div class="page">
      <PageHead title="Connect">
        Give an agent memory in a minute: create a key, paste a few lines, and wait for the green light.
      </PageHead>
      <ol class="steps">
        <li class="card">
          <h2>Create a key for the agent</h2>
          <p class="soft">It sees only one user, so you need not share your own key.</p>
          <Form
            line
            icon="keys"
            name={made.value ? 'Create another' : 'Create a key'}
            ready={mayWrite.value && !!input.name && !!input.user_id}
            call={{ operation: 'keys.mintChild', input }}
            send={async () => {
              made.value = await client.keys.mintChild(input);
            }}
          >
            <Field label="User" value={user} />
            <Field label="Key name" value={name} />
          </Form>
          <Check label="Read only" checked={readOnly} />
          {!mayWrite.value && <p class="notice">This session is read-only, so it cannot create keys.</p>}
          {key && (
            <div class="secret">
              <code>{shown.value ? key : HIDDEN}</code>
              <Button kind="quiet" pressed={shown.value} onClick={() => (shown.value = !shown.value)}>
                {shown.value ? 'Hide' : 'Show'}
              </Button>
              <Copy text={key} label="Copy the key" />
              <p class="soft small">
                Shown only once. The snippets below include it when you copy them. Revoke it under{' '}
                <a href={addressOf('usage')}>Usage and keys</a>.
              </p>
            </div>
          )}
        </li>
        <li class="card">
          <h2>Paste this where the agent runs</h2>
          <Tabs label="Client" value={way} options={visible.map((card) => card.name)} />
          <p class="soft">{visible[at]?.what}</p>
          {visible[at]?.steps.map((step, index) => (
            <div key={step.title} class="snippet">
              <div class="snippet-head">
                <h3>{step.title}</h3>
                <Copy text={copied[at]?.steps[index]?.text ?? ''} />
              </div>
              <Code text={step.text} label={step.title} />
            </div>
          ))}
        </li>
        <li class={`card first-call${arrived ? ' arrived' : ''}`}>
          <span class="light" aria-hidden="true" />
          <div role="status">
            <h2>
              {arrived
                ? 'The first call has arrived'
                : made.value
                  ? 'Waiting for the first call…'
                  : 'Make the first call'}
            </h2>
            <p class="soft">
              {arrived ? (
                <>
                  It works.{' '}
                  <a href={addressOf('memories', new URLSearchParams({ user_id: user.value }))}>See what was stored</a>
                </>
              ) : made.value ? (
                'Run the lines above. The light turns green when the call arrives.'
              ) : (
                'It turns green when the agent’s first call arrives.'
              )}
            </p>
          </div>
        </li>
      </ol>
      <p class="soft">
        There are adapters for LangGraph, the AI SDK, OpenAI Agents and code written for mem0. Every operation, with a
        form to try it: <a href="/docs">/docs</a>.
      </p>
    </div>
  );
}
