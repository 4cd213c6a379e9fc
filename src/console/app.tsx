import { useEffect } from 'preact/hooks';
import { Toasts } from './parts/toasts.js';
import { Shell } from './shell/shell.js';
import { SignIn } from './shell/sign-in.js';
import { screen } from './state/router.js';
import { session } from './state/session.js';

export function App() {
  useEffect(() => {
    document.title = session.value ? `${titled(screen.value)} · Recollect` : 'Sign in · Recollect';
  }, [screen.value, session.value]);
  return (
    <>
      {session.value === undefined && <p class="unseen">Loading</p>}
      {session.value === null && <SignIn />}
      {session.value && <Shell />}
      <Toasts />
    </>
  );
}

const titled = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
