import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { messageOf } from '../api.js';
import { Button, Field } from '../parts/controls.js';
import { Message } from '../parts/text.js';
import { endedBecause, signIn } from '../state/session.js';
import { Mark } from './shell.js';

export function SignIn() {
  const key = useSignal('');
  const busy = useSignal(false);
  const problem = useSignal('');
  const submit = async (event: Event) => {
    event.preventDefault();
    if (key.value.trim() === '') {
      problem.value = 'Enter a key first.';
      return;
    }
    busy.value = true;
    problem.value = '';
    try {
      await signIn({ key: key.value.trim() });
    } catch (error) {
      problem.value = messageOf(error);
    } finally {
      busy.value = false;
    }
  };
  useEffect(() => {
    document.title = 'Sign in · Recollect';
  }, []);
  const message = problem.value || endedBecause.value;
  return (
    <main class="sign-in">
      <form onSubmit={submit}>
        <Mark />
        <h1>Recollect console</h1>
        <p class="soft">See and correct what your agents remember.</p>
        {message && (
          <p class="notice" role="alert">
            <Message text={message} />
          </p>
        )}
        <Field label="API key" type="password" value={key} placeholder="rec_sk_…" autocomplete="off" />
        <Button kind="main" type="submit" busy={busy.value}>
          {busy.value ? 'Signing in…' : 'Sign in'}
        </Button>
        <p class="soft small">
          This page exchanges the key for a session and does not keep it. The admin credential opens the operator’s
          view: keys, jobs and health, but no memories.
        </p>
        <details>
          <summary>No key yet?</summary>
          <p class="soft small">
            On the machine where the service runs, <code>npx recollect console</code> opens this page and signs you in.
            Or create a key:
          </p>
          <pre class="code" tabIndex={0} role="region" aria-label="Create a key">
            <code>{`curl -X POST ${location.origin}/signup \\\n  -d '{"name": "My first agent"}'`}</code>
          </pre>
        </details>
      </form>
    </main>
  );
}
