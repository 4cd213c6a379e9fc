import type { Memory } from '../../../client/index.js';
import { client } from '../../api.js';
import { BoundNote } from '../../parts/bound-note.js';
import { LinkChip } from '../../parts/link-chip.js';
import { StoredText } from '../../parts/text.js';
import { addressOf } from '../../state/router.js';
import { boundUser } from '../../state/session.js';
import { useLoaded } from '../../state/use.js';

const SHOWN = 30;

/** The memories one link away. A key that is bound to one user may not traverse the graph. */
export function Links({ memory }: { memory: Memory }) {
  const { state } = useLoaded(
    async (signal) =>
      boundUser.value === null ? client.graph.explore({ id: memory.id, depth: 1, limit: SHOWN }, { signal }) : null,
    [memory.id, memory.updated_at],
    { quiet: true },
  );
  const graph = state.value.value;
  if (boundUser.value !== null)
    return (
      <section class="drawer-part">
        <h3>Links</h3>
        <BoundNote more="Links between memories need its parent key." />
      </section>
    );
  if (!graph || graph.edges.length === 0) return null;
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  return (
    <section class="drawer-part">
      <h3>
        Links <span class="count">{graph.edges.length}</span>
      </h3>
      <ul class="links">
        {graph.edges.map((edge) => {
          const out = edge.from === memory.id;
          const other = nodes.get(out ? edge.to : edge.from);
          if (!other) return null;
          return (
            <li key={edge.id}>
              <LinkChip relationship={edge.relationship} out={out} />
              <a href={addressOf(`memories/${encodeURIComponent(other.id)}`)}>
                <StoredText text={other.content.slice(0, 160)} links={false} />
              </a>
            </li>
          );
        })}
      </ul>
      <p>
        <a href={addressOf('graph/links', new URLSearchParams({ id: memory.id }))}>Show its links as a graph</a>
      </p>
      {graph.truncated && <p class="soft small">Not all links are shown.</p>}
    </section>
  );
}
