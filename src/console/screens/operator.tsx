import { useSignal } from '@preact/signals';
import type { KeysMintResponse } from '../../client/index.js';
import { client } from '../api.js';
import { ConfirmButton } from '../parts/confirm-button.js';
import { Button, Chip, Field, Loading } from '../parts/controls.js';
import { Copy } from '../parts/copy.js';
import { Figure } from '../parts/fact.js';
import { Form } from '../parts/form.js';
import { KeyState } from '../parts/key-state.js';
import { PageHead } from '../parts/page-head.js';
import { Table } from '../parts/table.js';
import { Time } from '../parts/time.js';
import { useShortcutsOf } from '../state/keys.js';
import { go } from '../state/router.js';
import { signIn } from '../state/session.js';
import { toast } from '../state/toasts.js';
import { useAction, useLoaded } from '../state/use.js';

/** What an operator sees: health, jobs and keys. Contents belong to the keys. */
export function Operator() {
  useShortcutsOf({});
  const { value: health } = useLoaded((signal) => client.health(undefined, { signal }), []);
  const { value: jobs } = useLoaded((signal) => client.jobs.list({ limit: 50 }, { signal }), []);
  const { value: keys, loading, again } = useLoaded((signal) => client.keys.list({ limit: 50 }, { signal }), []);
  const checks = health?.checks;
  return (
    <div class="page wide">
      <PageHead title="Operator">Keys, jobs and health. To see memories, sign in with a key.</PageHead>
      <NewKey made={again} />
      <section class="figures" aria-label="Health">
        <Figure name="Service" value={health?.status ?? '…'} note={`version ${health?.version ?? '…'}`} />
        <Figure name="Store" value={checks?.store.status ?? '…'} note={checks?.store.engine} />
        <Figure name="Model" value={checks?.embedder.status ?? '…'} note={checks?.embedder.model} />
      </section>
      <section class="usage-part">
        <h2>Keys</h2>
        {!keys && loading && <Loading />}
        <Table label="Keys" columns={['Name', 'ID', 'Scopes', 'Created', 'State', 'Actions']}>
          {keys?.keys.map((key) => (
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
                <KeyState {...key} />
              </td>
              <td>{key.revoked_at === null && <Revoke id={key.id} done={again} />}</td>
            </tr>
          ))}
        </Table>
      </section>
      <section class="usage-part">
        <h2>Jobs</h2>
        <Table label="Jobs" columns={['Job', 'State', 'Due', 'Last error']}>
          {jobs?.jobs.map((job) => (
            <tr key={job.id}>
              <th scope="row">{job.kind}</th>
              <td>
                <Chip kind={job.state === 'failing' ? 'bad' : job.state === 'running' ? 'good' : 'plain'}>
                  {job.state}
                </Chip>
              </td>
              <td>{job.run_at === null ? <span class="soft">on demand</span> : <Time at={job.run_at} />}</td>
              <td>{job.last_error ?? <span class="soft">none</span>}</td>
            </tr>
          ))}
        </Table>
      </section>
    </div>
  );
}

function Revoke({ id, done }: { id: string; done: () => void }) {
  const { busy, act } = useAction();
  const revoke = async () => {
    await client.keys.revoke({ id });
    toast('Key revoked.');
    done();
  };
  return (
    <ConfirmButton question="Revoke for good?" busy={busy.value} onConfirm={() => void act(revoke)}>
      Revoke
    </ConfirmButton>
  );
}

function NewKey({ made }: { made: () => void }) {
  const name = useSignal('My first agent');
  const minted = useSignal<KeysMintResponse | null>(null);
  const { act } = useAction();
  const input = { name: name.value.trim(), scopes: ['read' as const, 'write' as const] };
  const enter = async (key: string) => {
    await signIn({ key });
    go('connect');
  };
  return (
    <section class="card steps">
      <h2>Create a key</h2>
      <p class="soft">Each key has its own memories. Its secret is shown once.</p>
      <Form
        line
        icon="keys"
        name="Create a key"
        ready={!!input.name}
        call={{ operation: 'keys.mint', input }}
        send={async () => {
          minted.value = await client.keys.mint(input);
          made();
        }}
      >
        <Field label="Name" value={name} />
      </Form>
      {minted.value && (
        <div class="secret">
          <code>{minted.value.key}</code>
          <Copy text={minted.value.key} label="Copy the key" />
          <Button icon="arrow" onClick={() => void act(() => enter(minted.value?.key ?? ''))}>
            Sign in with it
          </Button>
          <p class="soft small">Shown only once. Copy it now.</p>
        </div>
      )}
    </section>
  );
}
