import type { ComponentChildren } from 'preact';
import type { Edge, Node } from '../lib/explored.js';
import { Chip } from './controls.js';

interface Props {
  of: string;
  edges: readonly Edge[];
  nodes: readonly Node[];
  show: (other: Node) => ComponentChildren;
}

/** The links of a memory: each with its relationship, an arrow in its direction, and the memory at the other end. */
export function LinkList({ of, edges, nodes, show }: Props) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return (
    <ul class="links">
      {edges.map(({ id, from, to, relationship }) => {
        const out = from === of;
        const other = byId.get(out ? to : from);
        if (!other) return null;
        return (
          <li key={id}>
            <Chip kind={relationship === 'contradicts' ? 'bad' : 'plain'}>
              {out ? '' : '← '}
              {relationship.replaceAll('_', ' ')}
              {out ? ' →' : ''}
            </Chip>
            {show(other)}
          </li>
        );
      })}
    </ul>
  );
}
