import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { isGone } from '../../api.js';
import { MAX_NODES, type Node } from '../../lib/explored.js';
import { Empty, Loading } from '../../parts/controls.js';
import { SearchLine } from '../../parts/search-line.js';
import { StoredText } from '../../parts/text.js';
import { addressOf, go, query } from '../../state/router.js';
import { drawing, RELATION_COLOURS } from './drawing.js';
import { useLayout } from './layout.js';
import { NodeCard } from './node-card.js';
import { hintOf, Plane } from './plane.js';
import { useExplored } from './use-explored.js';

/** What a memory is linked with, step by step. */
export function Neighbourhood() {
  const id = query.value.get('id') ?? '';
  return (
    <>
      <SearchLine
        label="Memory ID (mem_…)"
        button="Show its links"
        value={id}
        onSearch={(value) => go('graph/links', new URLSearchParams(value ? { id: value } : {}))}
      />
      {id ? (
        <Walk key={id} start={id} />
      ) : (
        <Empty icon="graph" title="Choose a memory">
          <p>
            Open one in <a href={addressOf('memories')}>the list</a> and choose “Show its links as a graph”, or enter
            its ID above.
          </p>
        </Empty>
      )}
    </>
  );
}

function Walk({ start }: { start: string }) {
  const { state, expand } = useExplored(start);
  const { nodes, edges, expanded, loading, error } = state.value;
  const chosen = useSignal(start);
  const ids = useMemo(() => nodes.map((node) => node.id), [nodes]);
  const pairs = useMemo(() => edges.map(({ from, to }) => [from, to] as const), [edges]);
  const layout = useLayout(ids, pairs);
  const places = useMemo(() => ids.map((id) => layout.get(id) ?? { x: 0, y: 0 }), [ids, layout]);
  useEffect(() => {
    if (nodes.length > 0 && !nodes.some((node) => node.id === chosen.peek())) chosen.value = start;
  }, [nodes]);
  const choose = (id: string) => {
    chosen.value = id;
    void expand(id);
  };
  if (nodes.length === 0)
    return loading ? (
      <Loading />
    ) : (
      <Empty icon="warn" title={isGone(error) ? 'No memory has this ID' : 'Could not load the links'}>
        <p>It was forgotten or has expired, or the ID belongs to another key.</p>
      </Empty>
    );
  const node = nodes.find((one) => one.id === chosen.value) as Node | undefined;
  const kinds = [...new Set(edges.map(({ relationship }) => relationship))];
  return (
    <div class="graph-columns">
      <div class="graph-main">
        <Plane
          label={`${nodes.length} memories and ${edges.length} links between them; the list beside it has the same memories`}
          places={places}
          widest={1.6}
          of={start}
          on={[layout, nodes, edges, chosen.value, expanded]}
          draw={layout.size === 0 ? () => {} : drawing({ nodes, edges, places, chosen: chosen.value, start, expanded })}
          onPick={(at) => ids[at] && choose(ids[at])}
        >
          <p class="map-hint soft">{loading ? 'Loading…' : hintOf('a memory to follow its links')}</p>
        </Plane>
        <ul class="legend" aria-label="Kinds of links">
          {kinds.map((kind) => (
            <li key={kind}>
              <span class="swatch" style={{ background: `var(${RELATION_COLOURS[kind]})` }} />{' '}
              {kind.replaceAll('_', ' ')}
            </li>
          ))}
        </ul>
      </div>
      <section class="graph-side" aria-label="Memories in the graph">
        {node && (
          <NodeCard
            node={node}
            nodes={nodes}
            edges={edges}
            more={expanded.get(node.id)}
            choose={choose}
            expand={() => void expand(node.id)}
          />
        )}
        <h2>
          Memories <span class="count">{nodes.length}</span>
        </h2>
        {nodes.length >= MAX_NODES && (
          <p class="soft small">At most {MAX_NODES} are shown. Start at another memory to see more.</p>
        )}
        <ul class="node-list">
          {nodes.map((one) => (
            <li key={one.id}>
              <button type="button" aria-pressed={one.id === chosen.value} onClick={() => choose(one.id)}>
                <span class="number soft">{one.depth}</span>
                <span class="point-text">
                  <StoredText text={one.content.slice(0, 120)} links={false} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
