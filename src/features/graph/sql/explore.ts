import { eachLimited, textRows } from '../../../storage/dialect.js';
import { among, lookUp, raw, type Sql, sql } from '../../../storage/sql.js';
import { type TenantTx, tenantSnapshotRead } from '../../../storage/statement.js';
import type { MemoryRecord } from '../../memories/record.js';
import type { Relationship } from '../link-record.js';
import { type Edge, type FoundLink, Traversal } from '../traversal.js';

interface ExploreRequest {
  id: string;
  depth: number;
  relationships: readonly string[];
  direction: 'out' | 'in' | 'both';
  most: { nodes: number; edges: number };
  /** Characters of a memory's content. */
  characters: number;
  now: number;
}
interface GraphNode {
  id: string;
  user_id: string;
  agent_id: string;
  content: string;
  content_cut: boolean;
  kind: MemoryRecord['kind'];
  superseded_by: string | null;
  depth: number;
}
interface Explored {
  nodes: GraphNode[];
  edges: Edge[];
  truncated: boolean;
}

/** Null if there is no such memory. Expired memories do not exist here, neither as memories nor as a path to others. */
export const exploreGraph = tenantSnapshotRead(
  'graph.explore',
  async (tx, input: ExploreRequest): Promise<Explored | null> => {
    const walk = new Traversal(input.id, input.most);
    if ((await nodesOf(tx, walk, input)).length === 0) return null;
    for (let level = 0; level < input.depth && walk.frontier.length > 0 && !walk.truncated; level++) {
      const out = input.direction === 'in' ? [] : await linksAt(tx, 'from_id', walk.frontier, input);
      const into = input.direction === 'out' ? [] : await linksAt(tx, 'to_id', walk.frontier, input);
      walk.step([...out, ...into]);
    }
    const nodes = await nodesOf(tx, walk, input);
    const there = new Set(nodes.map((node) => node.id)); // on PostgreSQL one may have been forgotten in the meantime
    const edges = [...walk.edges.values()].filter((edge) => there.has(edge.from) && there.has(edge.to));
    return { nodes, edges, truncated: walk.truncated };
  },
);

interface LinkRow {
  at: string;
  id: string;
  from_id: string;
  to_id: string;
  relationship: Relationship;
  weight: number;
  automatic: number;
}

/**
 * The links with one end in `ids`. A hub may have 100,000 of them, so per memory and relationship only the heaviest are read, one more than could be
 * taken; and in total one more than could be taken: the walk would leave out anything beyond. Whether the other ends exist is checked for all at
 * once. Only if some do not, and other links may have been left out because of them, is each link checked by itself.
 */
async function linksAt(tx: TenantTx, end: End, ids: readonly string[], input: ExploreRequest): Promise<FoundLink[]> {
  const rows = await heaviestLinks(tx, end, ids, input, raw(''));
  const otherOf = (row: LinkRow) => (end === 'from_id' ? row.to_id : row.from_id);
  const there = await living(tx, [...new Set(rows.map(otherOf))], input.now);
  const alive = rows.filter((row) => there.has(otherOf(row)));
  const found =
    alive.length < rows.length && isCut(rows, input.most)
      ? await heaviestLinks(tx, end, ids, input, memoryAt(tx, end, input.now))
      : alive;
  return found.map(({ from_id, to_id, automatic, ...link }) => ({
    ...link,
    from: from_id,
    to: to_id,
    automatic: automatic === 1,
  }));
}
type End = 'from_id' | 'to_id';

/** `through`: what a link must be joined with. */
async function heaviestLinks(
  tx: TenantTx,
  end: End,
  ids: readonly string[],
  { relationships, most }: ExploreRequest,
  through: Sql,
): Promise<LinkRow[]> {
  const heaviest = (columns: Sql) => sql`select ${columns} from links x ${through}
    where x.key_id = ${tx.keyId} and x.${raw(end)} = f.value and x.relationship = r.value
    order by x.weight desc, x.id desc limit ${most.nodes + 1}`;
  return tx.all<LinkRow>(sql`select f.value as at, l.id, l.from_id, l.to_id, l.relationship, l.weight, l.automatic
    from ${textRows(tx.dialect, ids, 'f')} cross join ${textRows(tx.dialect, relationships, 'r')}
    ${eachLimited(tx.dialect, 'links', 'l', heaviest)} limit ${most.edges + 1}`);
}

const notExpired = (now: number) => sql`(m.expires_at is null or m.expires_at > ${now})`;

const memoryAt = (tx: TenantTx, end: End, now: number): Sql => {
  const other = raw(end === 'from_id' ? 'x.to_id' : 'x.from_id');
  return lookUp(
    tx.dialect,
    'inner',
    'memories',
    'm',
    sql`m.key_id = ${tx.keyId} and m.id = ${other} and ${notExpired(now)}`,
  );
};

async function living(tx: TenantTx, ids: readonly string[], now: number): Promise<Set<string>> {
  const found = await tx.all<{ id: string }>(
    sql`select m.id from memories m where m.key_id = ${tx.keyId} and ${among(tx.dialect, 'm.id', ids)} and ${notExpired(now)}`,
  );
  return new Set(found.map((row) => row.id));
}

/** Whether a read limit was reached. */
function isCut(rows: readonly LinkRow[], most: ExploreRequest['most']): boolean {
  if (rows.length > most.edges) return true;
  const counts = new Map<string, number>();
  for (const { at, relationship } of rows) {
    const place = `${at} ${relationship}`;
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values()) > most.nodes;
}

/** The memories that were found, nearest first. */
async function nodesOf(tx: TenantTx, walk: Traversal, { characters, now }: ExploreRequest): Promise<GraphNode[]> {
  const rows = await tx.all<Omit<GraphNode, 'depth' | 'content_cut'> & { length: number }>(
    sql`select id, user_id, agent_id, kind, superseded_by, substr(content, 1, ${characters}) as content, length(content) as length
      from memories where key_id = ${tx.keyId} and ${among(tx.dialect, 'id', [...walk.depths.keys()])}
        and (expires_at is null or expires_at > ${now})`,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...walk.depths].flatMap(([id, depth]) => {
    const row = byId.get(id);
    if (!row) return [];
    const { length, ...node } = row;
    return { ...node, content_cut: length > characters, depth };
  });
}
