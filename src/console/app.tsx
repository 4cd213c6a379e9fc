import { Toasts } from './parts/toasts.js';
import { Shell } from './shell/shell.js';
import { SignIn } from './shell/sign-in.js';
import { session } from './state/session.js';

export function App() {
  return (
    <>
      {session.value === undefined && <p class="unseen">Loading</p>}
      {session.value === null && <SignIn />}
      {session.value && <Shell />}
      <Toasts />
    </>
  );
}
