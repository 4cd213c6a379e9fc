import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { client } from '../../api.js';
import { DAY, dayOf } from '../../lib/time.js';
import { Button } from '../../parts/controls.js';
import { useLoaded } from '../../state/use.js';

interface Props {
  user: string | undefined;
  value: number | undefined;
  onChange: (at: number | undefined) => void;
}

/** What was known on a given day: a slider over the days since the first memory. */
export function AsOf({ user, value, onChange }: Props) {
  const id = useId();
  const dragged = useSignal<number | null>(null);
  const { value: oldest } = useLoaded(
    async (signal) => {
      const scope = user === undefined ? {} : { user_id: user };
      const { memories } = await client.memory.list(
        { ...scope, order: 'oldest', limit: 1, include_superseded: true },
        { signal },
      );
      return memories[0] ? Math.min(memories[0].created_at, memories[0].valid_from ?? Infinity) : null;
    },
    [user],
    { quiet: true },
  );
  const now = Date.now();
  const days = typeof oldest === 'number' ? Math.ceil((now - oldest) / DAY) : 0;
  const ago = dragged.value ?? (value === undefined ? 0 : Math.min(days, Math.round((now - value) / DAY)));
  const at = ago === 0 ? undefined : now - ago * DAY;
  return (
    <div class="as-of">
      <div class="group-head">
        <label for={id}>What was known</label>
        <output for={id}>{at === undefined ? 'now' : dayOf(at)}</output>
      </div>
      <input
        id={id}
        type="range"
        min={0}
        max={Math.max(1, days)}
        disabled={days < 1}
        value={Math.max(1, days) - ago}
        aria-valuetext={at === undefined ? 'now' : dayOf(at)}
        onInput={(event) => (dragged.value = Math.max(1, days) - Number(event.currentTarget.value))}
        onChange={(event) => {
          const chosen = Math.max(1, days) - Number(event.currentTarget.value);
          dragged.value = null;
          onChange(chosen === 0 ? undefined : now - chosen * DAY);
        }}
      />
      {value !== undefined && (
        <Button kind="quiet" icon="undo" onClick={() => onChange(undefined)}>
          Back to now
        </Button>
      )}
    </div>
  );
}
