import './styles/main.css';
import { render } from 'preact';
import { App } from './app.js';
import { listenToKeys } from './state/keys.js';
import { sendOnLeaving } from './state/pending.js';
import { listenToHistory } from './state/router.js';
import { endedBecause, readSession, session, signIn, takeLink } from './state/session.js';
import { applyTheme } from './state/theme.js';

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
