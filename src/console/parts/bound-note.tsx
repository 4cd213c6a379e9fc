import { session } from '../state/session.js';

/** Shown for a child key: there may be more than it can see. */
export function BoundNote({ more }: { more?: string }) {
  const key = session.value?.key;
  if (!key?.user_id) return null;
  return (
    <p class="soft small">
      This key sees only <bdi>{key.user_id}</bdi>
      {key.agent_id !== null && (
        <>
          , agent <bdi>{key.agent_id}</bdi>
        </>
      )}
      {key.namespace !== null && (
        <>
          , namespace <bdi>{key.namespace}</bdi>
        </>
      )}
      .{more && ` ${more}`}
    </p>
  );
}
