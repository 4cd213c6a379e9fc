import { useEffect, useRef } from 'preact/hooks';
import { Button, Empty } from '../parts/controls.js';
import { Icon } from '../parts/icon.js';
import { callsShown, helpShown } from '../state/keys.js';
import { forgetAndSignOut } from '../state/pending.js';
import { addressOf, screen } from '../state/router.js';
import { session } from '../state/session.js';
import { nextTheme, theme } from '../state/theme.js';
import { CallsPanel, LastCall } from './calls-panel.js';
import { Help } from './help.js';
import { refusedScreen, screensOfSession } from './screens.js';

const THEME_ICON = { system: 'auto', light: 'sun', dark: 'moon' } as const;

export function Shell() {
  const all = screensOfSession();
  const shown = all.find(({ path }) => path === screen.value) ?? all[0];
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  useEffect(() => {
    if (first.current) first.current = false;
    else main.current?.focus({ preventScroll: true });
    // On a phone the navigation is one scrolling line.
    document.querySelector('.side nav [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
    document.title = `${shown?.title} · Recollect`;
  }, [shown?.path]);
  if (!shown) return null;
  const Show = shown.show;
  const refused = refusedScreen(screen.value);
  return (
    <div class="shell">
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <header class="side">
        <a class="brand" href={addressOf('memories')}>
          <Mark />
          <span>Recollect</span>
        </a>
        <nav aria-label="Screens">
          {all.map(({ path, title, icon }) => (
            <a
              key={path}
              href={addressOf(path)}
              aria-current={path === shown.path && !refused ? 'page' : undefined}
              title={title}
            >
              <Icon name={icon} />
              <span>{title}</span>
            </a>
          ))}
        </nav>
        <div class="side-foot">
          <Who />
          <div class="side-buttons">
            <Button kind="quiet" icon={THEME_ICON[theme.value]} label={`Theme: ${theme.value}`} onClick={nextTheme} />
            <Button kind="quiet" icon="help" label="Keyboard shortcuts (?)" onClick={() => (helpShown.value = true)} />
            <Button kind="quiet" icon="leave" label="Sign out" onClick={() => void forgetAndSignOut()} />
          </div>
        </div>
      </header>
      <main id="main" ref={main} tabIndex={-1} class={`screen screen-${shown.path}`}>
        {refused ? <Refused {...refused} /> : <Show />}
      </main>
      <LastCall />
      {helpShown.value && <Help />}
      {callsShown.value && <CallsPanel />}
    </div>
  );
}

export const Mark = () => (
  <svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <rect width="32" height="32" rx="8" />
    <path d="M10 23V9h6.5a4.5 4.5 0 0 1 0 9H10m6.5 0 5 5" />
  </svg>
);

const Refused = ({ title, why }: { title: string; why: string }) => (
  <div class="page">
    <header class="page-head">
      <h1>{title}</h1>
    </header>
    <Empty icon="keys" title="Not available to child keys">
      <p>
        {why} This session uses a child key that sees only <bdi>{session.value?.key?.user_id}</bdi>. Sign in with its
        parent key.
      </p>
    </Empty>
  </div>
);

function Who() {
  const { key, operator } = session.value ?? {};
  return (
    <p class="who">
      <strong>
        <bdi>{operator ? 'Operator' : key?.name}</bdi>
      </strong>
      <span>
        {operator && 'keys, jobs and health'}
        {key?.user_id && (
          <>
            sees only <bdi>{key.user_id}</bdi>
          </>
        )}
        {key && !key.user_id && (key.read_only || !key.scopes.includes('write') ? 'read only' : 'read and write')}
      </span>
    </p>
  );
}
