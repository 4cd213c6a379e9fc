import { useSignal } from '@preact/signals';
import type { KeysMintChildAnswer } from '../../../client/index.js';
import { client, tell } from '../../api.js';
import { CallButton, Code } from '../../parts/call.js';
import { Button, Check, Field, Tabs } from '../../parts/controls.js';
import { Copy } from '../../parts/copy.js';
import { useShortcutsOf } from '../../state/keys.js';
import { addressOf } from '../../state/router.js';
import { mayWrite } from '../../state/session.js';
import { cardsOf } from './cards.js';
import { useFirstCall } from './first-call.js';

const HIDDEN = 'rec_sk_••••••••';

/** From nothing to the first call of an agent. */
export function Connect() {
  useShortcutsOf({});
  const user = useSignal('ada');
  const name = useSignal('my first agent');
  const readOnly = useSignal(false);
  const made = useSignal<KeysMintChildAnswer | null>(null);
  const busy = useSignal(false);
  const shown = useSignal(false);
  const way = useSignal('curl');
  const arrived = useFirstCall(made.value?.bound_to?.user_id ?? null);
  const input = {
    name: name.value.trim(),
    user_id: user.value.trim(),
    ...(readOnly.value ? { scopes: ['read' as const] } : {}),
  };
  const make = async (event: Event) => {
    event.preventDefault();
    busy.value = true;
    try {
      made.value = await client.keys.mintChild(input);
    } catch (error) {
      tell(error);
    } finally {
      busy.value = false;
    }
  };
  const key = made.value?.key;
  const visible = cardsOf(location.origin, user.value, key && shown.value ? key : key ? HIDDEN : 'rec_sk_…');
  const copied = cardsOf(location.origin, user.value, key ?? 'rec_sk_…');
  const at = Math.max(
    0,
    visible.findIndex((card) => card.name === way.value),
  );
  return (
    <div class="page connect">
      <header class="page-head">
        <h1>Connect</h1>
        <p class="soft">Give an agent memory in a minute: make it a key, paste a few lines, and watch the light.</p>
      </header>
      <ol class="steps">
        <li class="card">
          <h2>Make a key for the agent</h2>
          <p class="soft">It works on your data and sees one user of it. Your own key stays where it is.</p>
          <form class="connect-form" onSubmit={make}>
            <Field
              label="Whose memories"
              value={user.value}
              onInput={(value) => {
                user.value = value;
              }}
            />
            <Field
              label="Name of the key"
              value={name.value}
              onInput={(value) => {
                name.value = value;
              }}
            />
            <Button
              kind="main"
              type="submit"
              icon="keys"
              busy={busy.value}
              disabled={!mayWrite.value || !input.name || !input.user_id}
            >
              {made.value ? 'Make another' : 'Make a key'}
            </Button>
            <CallButton name="Make a key" call={{ operation: 'keys.mintChild', input }} />
          </form>
          <Check
            label="It may only read"
            checked={readOnly.value}
            onChange={(on) => {
              readOnly.value = on;
            }}
          />
          {!mayWrite.value && <p class="notice">This session may only read, so it cannot make keys.</p>}
          {key && (
            <div class="secret">
              <code>{shown.value ? key : HIDDEN}</code>
              <Button
                kind="quiet"
                pressed={shown.value}
                onClick={() => {
                  shown.value = !shown.value;
                }}
              >
                {shown.value ? 'Hide' : 'Show'}
              </Button>
              <Copy text={key} label="Copy the key" />
              <p class="soft small">
                Shown only now. What you copy below holds it. It ends when you revoke it (
                <code>DELETE /auth/keys/{made.value?.id}</code>).
              </p>
            </div>
          )}
        </li>
        <li class="card">
          <h2>Paste it where the agent runs</h2>
          <Tabs
            label="Way in"
            value={way.value}
            options={visible.map((card) => card.name)}
            onChange={(value) => {
              way.value = value;
            }}
          />
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
                  : 'Then watch the light'}
            </h2>
            <p class="soft">
              {arrived ? (
                <>
                  It works.{' '}
                  <a href={addressOf('memories', new URLSearchParams({ user_id: user.value }))}>See what was stored</a>
                </>
              ) : made.value ? (
                'Run the lines above. This turns green by itself.'
              ) : (
                'It turns green when the agent’s first call arrives.'
              )}
            </p>
          </div>
        </li>
      </ol>
      <p class="soft">
        Frameworks: LangGraph, the AI SDK, OpenAI’s agents and code written for mem0 have adapters. Every operation,
        with forms to try it: <a href="/docs">/docs</a>.
      </p>
    </div>
  );
}
