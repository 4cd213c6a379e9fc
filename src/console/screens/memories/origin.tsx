import type { Memory } from '../../../client/index.js';
import { Code } from '../../parts/call.js';
import { addressOf } from '../../state/router.js';
import { recordAddress } from '../records/address.js';

interface Span {
  id: string;
  start?: number;
  end?: number;
}

const spansOf = (value: unknown): Span[] =>
  Array.isArray(value) ? value.filter((span): span is Span => typeof span?.id === 'string') : [];
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** The turns, session, episode or import that it came from, and the rest of its metadata. */
export function Origin({ memory }: { memory: Memory }) {
  const { metadata } = memory;
  const spans = spansOf(metadata.derived_from);
  const session = textOf(metadata.session_id);
  const episode = textOf(metadata.episode_id);
  const source = textOf(metadata.source) ?? textOf(metadata.imported_from);
  const moved = metadata.transferred_from as { agent_id?: unknown } | undefined;
  const from = textOf(moved?.agent_id);
  const known = spans.length > 0 || session || episode || source || from;
  return (
    <section class="drawer-part">
      <h3>Where it came from</h3>
      {spans.length > 0 && (
        <p>
          Derived from {spans.length === 1 ? 'a turn' : `${spans.length} turns`} of a conversation:{' '}
          {spans.map(({ id }, at) => (
            <>
              {at > 0 && ', '}
              <a key={id} href={addressOf(`memories/${encodeURIComponent(id)}`)}>
                {spans.length === 1 ? 'show it' : `turn ${at + 1}`}
              </a>
            </>
          ))}
        </p>
      )}
      {session && (
        <p>
          Conversation{' '}
          <code>
            <bdi>{session}</bdi>
          </code>
          :{' '}
          <a
            href={addressOf(
              'memories',
              new URLSearchParams({ user_id: memory.user_id, 'metadata.session_id': session }),
            )}
          >
            show all of it
          </a>
        </p>
      )}
      {episode && (
        <p>
          Summary of the episode{' '}
          <a href={recordAddress('episodes', { id: episode })}>
            <bdi>{episode}</bdi>
          </a>
        </p>
      )}
      {source && (
        <p>
          Imported from <bdi>{source}</bdi>
        </p>
      )}
      {from && (
        <p>
          Transferred from the agent <bdi>{from}</bdi>
        </p>
      )}
      {!known && (
        <p class="soft">
          {memory.kind === 'episodic' ? 'An event in an episode.' : 'Stored by'}{' '}
          {memory.kind !== 'episodic' && <bdi>{memory.agent_id}</bdi>}
        </p>
      )}
      {Object.keys(metadata).length > 0 && (
        <details>
          <summary>Metadata</summary>
          <Code text={JSON.stringify(metadata, null, 2)} label="Metadata" />
        </details>
      )}
    </section>
  );
}
