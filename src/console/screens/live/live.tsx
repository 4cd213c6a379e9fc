import { useShortcutsOf } from '../../state/keys.js';
import { addressOf, rest } from '../../state/router.js';
import { Journal } from './journal.js';
import { Webhook } from './webhook.js';
import { Webhooks } from './webhooks.js';

/** What happens, as it happens, and who else is notified. */
export function Live() {
  useShortcutsOf({});
  const [part, id] = partsOf(rest.value);
  const inWebhooks = part === 'webhooks';
  return (
    <div class={inWebhooks ? 'page' : 'live'}>
      <header class="live-head">
        <h1>Live</h1>
        <nav class="tabs" aria-label="Parts of Live">
          <a href={addressOf('live')} aria-current={inWebhooks ? undefined : 'page'}>
            Journal
          </a>
          <a href={addressOf('live/webhooks')} aria-current={inWebhooks ? 'page' : undefined}>
            Webhooks
          </a>
        </nav>
      </header>
      {!inWebhooks && <Journal />}
      {inWebhooks && (id ? <Webhook key={id} id={id} /> : <Webhooks />)}
    </div>
  );
}

function partsOf(path: string): [part: string, id: string] {
  const at = path.indexOf('/');
  return at < 0 ? [path, ''] : [path.slice(0, at), path.slice(at + 1)];
}
