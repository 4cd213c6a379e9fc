import type { Memory } from '../../../client/index.js';
import { client } from '../../api.js';
import { BoundNote } from '../../parts/bound-note.js';
import { LinkList } from '../../parts/link-list.js';
import { StoredText } from '../../parts/text.js';
import { addressOf } from '../../state/router.js';
import { boundUser } from '../../state/session.js';
import { useLoaded } from '../../state/use.js';
import { memoryAddress } from '../users/address.js';

const SHOWN = 30;

/** The memories one link away. A key that is bound to one user may not traverse the graph. */
export function Links({ memory }: { memory: Memory }) {
  const { value: graph } = useLoaded(
    async (signal) =>
      boundUser.value === null ? client.graph.explore({ id: memory.id, depth: 1, limit: SHOWN }, { signal }) : null,
    [memory.id, memory.updated_at],
    { quiet: true },
  );
  if (boundUser.value !== null)
    return (
      <section class="drawer-part">
        <h3>Links</h3>
        <BoundNote more="Links between memories need its parent key." />
      </section>
    );
  if (!graph || graph.edges.length === 0) return null;
  return (
    <section class="drawer-part">
      <h3>
        Links <span class="count">{graph.edges.length}</span>
      </h3>
      <LinkList
        of={memory.id}
        edges={graph.edges}
        nodes={graph.nodes}
        show={(other) => (
          <a href={memoryAddress(other.id)}>
            <StoredText text={other.content.slice(0, 160)} links={false} />
          </a>
        )}
      />
      <p>
        <a href={addressOf('graph/links', new URLSearchParams({ id: memory.id }))}>Show its links as a graph</a>
      </p>
      {graph.truncated && <p class="soft small">Not all links are shown.</p>}
    </section>
  );
}
