import { Modal } from '../parts/modal.js';
import { helpShown } from '../state/keys.js';

const KEYS: readonly (readonly [keys: readonly string[], text: string])[] = [
  [['/'], 'search'],
  [['j', 'k'], 'next and previous memory'],
  [['Enter'], 'open the memory'],
  [['x'], 'select the memory'],
  [['e'], 'edit the open memory'],
  [['p'], 'pause and resume Live'],
  [['Esc'], 'close what is open'],
  [['?'], 'this list'],
];

export const Help = () => (
  <Modal title="Keyboard shortcuts" onClose={() => (helpShown.value = false)}>
    <dl class="keys">
      {KEYS.map(([keys, text]) => (
        <div key={text}>
          <dt>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
    <p class="soft small">
      Everything here is a call of the public API. The line at the bottom shows the last one; open it to copy calls as
      curl, TypeScript or Python. The whole API: <a href="/docs">/docs</a>.
    </p>
  </Modal>
);
