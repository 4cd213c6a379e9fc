import { Chip } from './controls.js';
import { Time } from './time.js';

/** Whether a key is valid, and until when. */
export function KeyState({ revoked_at, expires_at }: { revoked_at: number | null; expires_at: number | null }) {
  if (revoked_at !== null) return <Chip kind="bad">revoked</Chip>;
  const isOver = expires_at !== null && expires_at <= Date.now();
  return (
    <>
      {isOver ? <Chip kind="bad">expired</Chip> : <Chip kind="good">active</Chip>}
      {expires_at !== null && (
        <span class="soft small">
          {' '}
          {isOver ? 'since' : 'expires'} <Time at={expires_at} full />
        </span>
      )}
    </>
  );
}
