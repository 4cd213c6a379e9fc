import { useSignal } from '@preact/signals';
import type { KeysMintAnswer } from '../../client/index.js';
import { client, messageOf, tell } from '../api.js';
import { CallButton } from '../parts/call.js';
import { Button, Chip, Field, Loading } from '../parts/controls.js';
import { Copy } from '../parts/copy.js';
import { Time } from '../parts/time.js';
import { useShortcutsOf } from '../state/keys.js';
import { go } from '../state/router.js';
import { signIn } from '../state/session.js';
import { toast } from '../state/toasts.js';
import { useLoaded } from '../state/use.js';

/** What an operator sees: health, jobs and keys. Contents belong to the keys. */
export function Operator() {
  useShortcutsOf({});
  const { state: health } = useLoaded((signal) => client.health(undefined, { signal }), []);
  const { state: jobs } = useLoaded((signal) => client.jobs.list({ limit: 50 }, { signal }), []);
  const { state: keys, again } = useLoaded((signal) => client.keys.list({ limit: 50 }, { signal }), []);
  const checks = health.value.value?.checks;
  return (
    <div class="page care">
      <header class="page-head">
        <h1>Operator</h1>
        <p class="soft">Keys, jobs and health. An operator sees no contents: sign in with a key for those.</p>
      </header>
      <NewKey made={again} />
      <section class="figures" aria-label="Health">
        <div class="figure">
          <span class="soft small">Service</span>
          <strong>{health.value.value?.status ?? '…'}</strong>
          <span class="soft small">version {health.value.value?.version}</span>
        </div>
        <div class="figure">
          <span class="soft small">Store</span>
          <strong>{checks?.store.status ?? '…'}</strong>
          <span class="soft small">{checks?.store.engine}</span>
        </div>
        <div class="figure">
          <span class="soft small">Model</span>
          <strong>{checks?.embedder.status ?? '…'}</strong>
          <span class="soft small">{checks?.embedder.model}</span>
        </div>
      </section>
      <section>
        <h2>Keys</h2>
        {!keys.value.value && keys.value.loading && <Loading />}
        <div class="table-box">
          <table class="table">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Id</th>
                <th scope="col">Scopes</th>
                <th scope="col">Made</th>
                <th scope="col">State</th>
              </tr>
            </thead>
            <tbody>
              {keys.value.value?.keys.map((key) => (
                <tr key={key.id}>
                  <th scope="row">
                    <bdi>{key.name}</bdi>
                  </th>
                  <td>
                    <code>{key.id}</code>
                  </td>
                  <td>{key.scopes.join(', ')}</td>
                  <td>
                    <Time at={key.created_at} />
                  </td>
                  <td>
                    {key.revoked_at === null ? <Revoke id={key.id} done={again} /> : <Chip kind="bad">revoked</Chip>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
      <section>
        <h2>Jobs</h2>
        <div class="table-box">
          <table class="table">
            <thead>
              <tr>
                <th scope="col">Job</th>
                <th scope="col">State</th>
                <th scope="col">Due</th>
                <th scope="col">Last error</th>
              </tr>
            </thead>
            <tbody>
              {jobs.value.value?.jobs.map((job) => (
                <tr key={job.id}>
                  <th scope="row">{job.kind}</th>
                  <td>
                    <Chip kind={job.state === 'failing' ? 'bad' : job.state === 'running' ? 'good' : 'plain'}>
                      {job.state}
                    </Chip>
                  </td>
                  <td>{job.run_at === null ? <span class="soft">when woken</span> : <Time at={job.run_at} />}</td>
                  <td>{job.last_error ?? <span class="soft">none</span>}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
    </div>
  );
}

/** Asks twice: a revoked key does not come back. */
function Revoke({ id, done }: { id: string; done: () => void }) {
  const sure = useSignal(false);
  const revoke = async () => {
    if (!sure.value) {
      sure.value = true;
      return;
    }
    try {
      await client.keys.revoke({ id });
      toast('The key is revoked.');
      done();
    } catch (error) {
      tell(error);
    }
  };
  return (
    <Button kind="danger" onClick={() => void revoke()}>
      {sure.value ? 'Revoke for good?' : 'Revoke'}
    </Button>
  );
}

function NewKey({ made }: { made: () => void }) {
  const name = useSignal('My first agent');
  const minted = useSignal<KeysMintAnswer | null>(null);
  const busy = useSignal(false);
  const input = { name: name.value.trim(), scopes: ['read' as const, 'write' as const] };
  const make = async (event: Event) => {
    event.preventDefault();
    busy.value = true;
    try {
      minted.value = await client.keys.mint(input);
      made();
    } catch (error) {
      tell(error);
    } finally {
      busy.value = false;
    }
  };
  const enter = async (key: string) => {
    try {
      await signIn({ key });
      go('connect');
    } catch (error) {
      toast(messageOf(error), { kind: 'error' });
    }
  };
  return (
    <section class="card steps">
      <h2>Make a key</h2>
      <p class="soft">A key holds the memories of an application. Its secret is shown once.</p>
      <form class="connect-form" onSubmit={make}>
        <Field
          label="Name"
          value={name.value}
          onInput={(value) => {
            name.value = value;
          }}
        />
        <Button kind="main" icon="keys" type="submit" busy={busy.value} disabled={!input.name}>
          Make a key
        </Button>
        <CallButton name="Make a key" call={{ operation: 'keys.mint', input }} />
      </form>
      {minted.value && (
        <div class="secret">
          <code>{minted.value.key}</code>
          <Copy text={minted.value.key} label="Copy the key" />
          <Button icon="arrow" onClick={() => void enter(minted.value?.key ?? '')}>
            Sign in with it
          </Button>
          <p class="soft small">Shown only now: keep it.</p>
        </div>
      )}
    </section>
  );
}
