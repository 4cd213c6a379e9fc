import { useSignal } from '@preact/signals';
import { client } from '../../api.js';
import { CallButton } from '../../parts/call.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { Button, Choice } from '../../parts/controls.js';
import { toast } from '../../state/toasts.js';
import { useAction } from '../../state/use.js';
import type { ChildKey } from './child-keys.js';

const GRACE = [
  ['0', 'stops working at once'],
  ['3600', 'works for another hour'],
  ['86400', 'works for another day'],
  ['604800', 'works for another week'],
] as const;

interface Props {
  entry: ChildKey;
  changed: () => void;
  rotated: (key: string, name: string) => void;
}

/** Rotates or revokes a key. */
export function KeyActions({ entry, changed, rotated }: Props) {
  const { id, name } = entry;
  const rotating = useSignal(false);
  const grace = useSignal('0');
  const { busy, act } = useAction();
  const input = { id, grace_seconds: Number(grace.value) };
  const rotate = async () => {
    const { key } = await client.keys.rotate(input);
    rotating.value = false;
    rotated(key, name);
  };
  const revoke = async () => {
    await client.keys.revoke({ id });
    toast('Key revoked.');
    changed();
  };
  return (
    <div class="actions">
      <Button pressed={rotating.value} onClick={() => (rotating.value = !rotating.value)}>
        Rotate
      </Button>
      <ConfirmButton question="Revoke for good?" onConfirm={() => void act(revoke)}>
        Revoke
      </ConfirmButton>
      <CallButton name="Revoke" call={{ operation: 'keys.revoke', input: { id } }} />
      {rotating.value && (
        <div class="rotate">
          <Choice label="Old secret" value={grace} options={GRACE} />
          <Button kind="main" busy={busy.value} onClick={() => void act(rotate)}>
            Create a new secret
          </Button>
          <CallButton name="Create a new secret" call={{ operation: 'keys.rotate', input }} />
        </div>
      )}
    </div>
  );
}
