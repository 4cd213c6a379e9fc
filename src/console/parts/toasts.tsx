import { dismiss, toasts } from '../state/toasts.js';
import { Button } from './controls.js';
import { Icon } from './icon.js';
import { Message } from './text.js';

export const Toasts = () => (
  <div class="toasts" role="log" aria-live="polite" aria-label="Messages">
    {toasts.value.map(({ id, kind, text, detail, action }) => (
      <div key={id} class={`toast ${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
        <Icon name={kind === 'error' ? 'warn' : 'check'} />
        <div class="toast-text">
          <Message text={text} />
          {detail && <code>{detail}</code>}
        </div>
        {action && (
          <Button kind="plain" onClick={action.run}>
            {action.label}
          </Button>
        )}
        <Button kind="quiet" icon="close" label="Dismiss" onClick={() => dismiss(id)} />
      </div>
    ))}
  </div>
);
