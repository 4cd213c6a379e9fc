import { useSignal } from '@preact/signals';
import { client, tell } from '../../api.js';
import { CallButton } from '../../parts/call.js';
import { Button, Choice } from '../../parts/controls.js';
import { SureButton } from '../../parts/sure.js';
import { toast } from '../../state/toasts.js';
import type { ChildKey } from './child-keys.js';

const GRACE = [
  ['0', 'ends at once'],
  ['3600', 'works an hour more'],
  ['86400', 'works a day more'],
  ['604800', 'works a week more'],
] as const;

/** A new secret, or the end. */
export function KeyActions({
  entry,
  changed,
  rotated,
}: {
  entry: ChildKey;
  changed: () => void;
  rotated: (key: string, name: string) => void;
}) {
  const { id, name } = entry;
  const rotating = useSignal(false);
  const grace = useSignal('0');
  const busy = useSignal(false);
  const input = { id, grace_seconds: Number(grace.value) };
  const rotate = async () => {
    busy.value = true;
    try {
      const { key } = await client.keys.rotate(input);
      rotating.value = false;
      rotated(key, name);
    } catch (error) {
      tell(error);
    } finally {
      busy.value = false;
    }
  };
  const revoke = async () => {
    try {
      await client.keys.revoke({ id });
      toast('The key is revoked.');
      changed();
    } catch (error) {
      tell(error);
    }
  };
  return (
    <div class="actions">
      <Button
        pressed={rotating.value}
        onClick={() => {
          rotating.value = !rotating.value;
        }}
      >
        Rotate
      </Button>
      <SureButton question="Revoke for good?" onSure={() => void revoke()}>
        Revoke
      </SureButton>
      <CallButton name="Revoke" call={{ operation: 'keys.revoke', input: { id } }} />
      {rotating.value && (
        <div class="rotate">
          <Choice
            label="The old secret"
            value={grace.value}
            options={GRACE}
            onChange={(value) => {
              grace.value = value;
            }}
          />
          <Button kind="main" busy={busy.value} onClick={() => void rotate()}>
            Give it a new secret
          </Button>
          <CallButton name="Give it a new secret" call={{ operation: 'keys.rotate', input }} />
        </div>
      )}
    </div>
  );
}
