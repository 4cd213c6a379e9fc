import type { ComponentChildren } from 'preact';
import { Button } from './controls.js';
import { Copy } from './copy.js';

interface Props {
  secret: string;
  what: string;
  onDone: () => void;
  children?: ComponentChildren;
}

/** A secret that the service returns once. Only the page holds it, and only until it is dismissed. */
export const Secret = ({ secret, what, onDone, children }: Props) => (
  <div class="secret" role="status">
    <p>
      <strong>{what}</strong>
    </p>
    <code>{secret}</code>
    <Copy text={secret} label="Copy" />
    <Button kind="quiet" onClick={onDone}>
      Done
    </Button>
    <p class="soft small">Shown only once. Copy it now. {children}</p>
  </div>
);
