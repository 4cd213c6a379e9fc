import './styles/main.css';
import { render } from 'preact';
import { Toasts } from './parts/toasts.js';
import { Shell } from './shell/shell.js';
import { SignIn } from './shell/sign-in.js';
import { listenToKeys } from './state/keys.js';
import { sendOnLeaving } from './state/pending.js';
import { listenToHistory } from './state/router.js';
import { endedBecause, readSession, session, signIn, takeLink } from './state/session.js';
import { applyTheme } from './state/theme.js';

function App() {
  return (
    <>
      {session.value === undefined && <p class="unseen">Loading</p>}
      {session.value === null && <SignIn />}
      {session.value && <Shell />}
      <Toasts />
    </>
  );
}

async function enter(): Promise<void> {
  const link = takeLink();
  if (link === undefined) return readSession();
  try {
    await signIn({ link });
  } catch {
    await readSession();
    if (!session.value)
      endedBecause.value =
        'This link has already been used or is older than five minutes. Create another with “recollect console”, or sign in with a key.';
  }
}

applyTheme();
listenToHistory();
listenToKeys();
sendOnLeaving();
render(<App />, document.getElementById('console') as HTMLElement);
void enter();
