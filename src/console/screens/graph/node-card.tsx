import type { Edge, Node } from '../../lib/explored.js';
import { CallButton } from '../../parts/call.js';
import { Button, Chip } from '../../parts/controls.js';
import { LinkList } from '../../parts/link-list.js';
import { StoredText } from '../../parts/text.js';
import { addressOf } from '../../state/router.js';
import { memoryAddress } from '../users/address.js';
import { STEP } from './use-explored.js';

interface Props {
  node: Node;
  nodes: readonly Node[];
  edges: readonly Edge[];
  /** Undefined: its links were not requested yet; true: it has more links than are shown. */
  more: boolean | undefined;
  choose: (id: string) => void;
  expand: () => void;
}

/** The selected memory with its links: what the canvas shows, for the keyboard and for screen readers. */
export function NodeCard({ node, nodes, edges, more, choose, expand }: Props) {
  const own = edges.filter(({ from, to }) => from === node.id || to === node.id);
  return (
    <article class="card steps" aria-label="Selected memory">
      <StoredText text={node.content} />
      <p class="timeline-marks">
        <bdi class="soft small">{node.user_id}</bdi>
        {node.kind !== 'semantic' && <Chip>{node.kind}</Chip>}
        {node.superseded_by !== null && <Chip kind="warn">superseded</Chip>}
        {node.content_cut && <Chip>shortened</Chip>}
      </p>
      {own.length > 0 && (
        <LinkList
          of={node.id}
          edges={own}
          nodes={nodes}
          show={(other) => (
            <button type="button" class="as-link" onClick={() => choose(other.id)}>
              <StoredText text={other.content.slice(0, 120)} links={false} />
            </button>
          )}
        />
      )}
      {own.length === 0 && more !== undefined && (
        <p class="soft">
          No links. Agents create them with <code>POST /memory/graph/link</code>; contradictions and newer versions are
          linked automatically.
        </p>
      )}
      {more && <p class="soft small">Not all of its links are shown.</p>}
      <div class="actions">
        {more === undefined && <Button onClick={expand}>Follow its links</Button>}
        <a class="button" href={memoryAddress(node.id)}>
          Open the memory
        </a>
        <a class="button quiet" href={addressOf('graph/links', new URLSearchParams({ id: node.id }))}>
          Start from here
        </a>
        <CallButton
          name="Follow its links"
          call={{ operation: 'graph.explore', input: { id: node.id, depth: 1, limit: STEP } }}
        />
      </div>
    </article>
  );
}
