import { useSignal } from '@preact/signals';
import type { EventsTestResponse } from '../../../client/index.js';
import { client, isGone } from '../../api.js';
import { CallButton } from '../../parts/call.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { Button, Empty, Loading } from '../../parts/controls.js';
import { BackLink } from '../../parts/parts-nav.js';
import { Secret } from '../../parts/secret.js';
import { addressOf, go } from '../../state/router.js';
import { mayWrite } from '../../state/session.js';
import { toast } from '../../state/toasts.js';
import { useAction, useLoaded } from '../../state/use.js';
import { Deliveries } from './deliveries.js';
import { WebhookForm, type WebhookInput } from './webhook-form.js';
import { type Hook, HookFigures, HookHead } from './webhooks.js';

/** One webhook: what it receives, how deliveries went, and what can be done about them. */
export function Webhook({ id }: { id: string }) {
  const {
    value: hook,
    loading,
    error,
    again,
  } = useLoaded((signal) => client.events.get({ id }, { signal }), [id], { quiet: true });
  return (
    <>
      <BackLink to={addressOf('live/webhooks')} all="webhooks" />
      {loading && !hook && <Loading />}
      {error !== undefined && (
        <Empty icon="warn" title={isGone(error) ? 'This webhook does not exist' : 'Could not load this webhook'}>
          {isGone(error) ? (
            <a href={addressOf('live/webhooks')}>See all webhooks</a>
          ) : (
            <Button onClick={again}>Try again</Button>
          )}
        </Empty>
      )}
      {hook && <Open hook={hook} again={again} />}
    </>
  );
}

function Open({ hook, again }: { hook: Hook; again: () => void }) {
  const { id } = hook;
  const { busy, act } = useAction();
  const editing = useSignal(false);
  const secret = useSignal<string | null>(null);
  const tested = useSignal<EventsTestResponse | null>(null);
  /** Runs an action, then reads the webhook again. */
  const change = async (work: () => Promise<unknown>) => {
    await work();
    again();
  };
  const save = (input: WebhookInput) =>
    change(async () => {
      const { user_id = null, agent_id = null, description = null, ...more } = input;
      await client.events.change({ id, user_id, agent_id, description, ...more });
      editing.value = false;
      toast('Saved.');
    });
  const test = async () => {
    tested.value = await client.events.test({ id });
  };
  const rotate = async () => {
    secret.value = (await client.events.rotate({ id })).secret;
  };
  const remove = async () => {
    await client.events.unsubscribe({ id });
    toast('Webhook deleted.');
    go('live/webhooks');
  };
  const next = hook.state === 'active' ? ('paused' as const) : ('active' as const);
  return (
    <>
      <section class="card hook" aria-label="Webhook">
        <HookHead hook={hook} isOpen />
        <HookFigures hook={hook} />
        {mayWrite.value && (
          <div class="actions">
            {hook.url !== null && (
              <>
                <Button icon="play" busy={busy.value} onClick={() => void act(() => change(test))}>
                  Send a test event
                </Button>
                <CallButton name="Send a test event" call={{ operation: 'events.test', input: { id } }} />
              </>
            )}
            <Button
              icon={next === 'paused' ? 'pause' : 'play'}
              busy={busy.value}
              onClick={() => void act(() => change(() => client.events.change({ id, state: next })))}
            >
              {next === 'paused' ? 'Pause' : 'Resume'}
            </Button>
            {hook.url !== null && (
              <>
                <Button icon="edit" pressed={editing.value} onClick={() => (editing.value = !editing.value)}>
                  Edit
                </Button>
                <ConfirmButton
                  question="New secret? The old one works for another day"
                  icon="keys"
                  busy={busy.value}
                  onConfirm={() => void act(() => change(rotate))}
                >
                  New secret
                </ConfirmButton>
              </>
            )}
            <ConfirmButton question="Delete for good?" icon="forget" onConfirm={() => void act(remove)}>
              Delete
            </ConfirmButton>
          </div>
        )}
        {tested.value && <Tested response={tested.value} />}
      </section>
      {secret.value && (
        <Secret secret={secret.value} what="New webhook secret" onDone={() => (secret.value = null)}>
          Events are signed with both secrets until tomorrow.
        </Secret>
      )}
      {editing.value && (
        <WebhookForm
          hook={hook}
          title="Edit the webhook"
          name="Save"
          operation="events.change"
          save={save}
          cancel={() => (editing.value = false)}
        />
      )}
      {hook.url !== null && <Deliveries hook={hook} changed={again} />}
    </>
  );
}

const Tested = ({ response }: { response: EventsTestResponse }) => (
  <p class={`notice ${response.delivered ? 'good' : 'bad'}`} role="status">
    {response.delivered ? 'The test event arrived: ' : 'The test event did not arrive: '}
    {response.status === null ? (
      <bdi>{response.error ?? 'no response'}</bdi>
    ) : (
      <>
        status {response.status} <bdi>{response.answer ?? ''}</bdi>
      </>
    )}{' '}
    after {response.duration_ms} ms.
  </p>
);
