import { ID_PREFIXES, randomIds } from '../../../kernel/ids.js';
import { RISK_FLAGGED } from '../../../readers/risk/risk.js';
import { fromJson } from '../../../storage/json.js';
import { among, rows, type SqlValue, sql } from '../../../storage/sql.js';
import { type TenantTx, tenantSnapshotRead, tenantWrite } from '../../../storage/statement.js';
import { type Source, unchanged } from '../../compress/sql/unchanged.js';
import { emit } from '../../journal.js';
import type { QuotaRequest } from '../../keys/sql/quota.js';
import type { NewMemory } from '../../memories/new-memory.js';
import { highestImportance } from '../../memories/reading/importance.js';
import { storeMemories } from '../../memories/sql/store.js';
import { beginning, charactersOfEach } from '../digest.js';
import { countSelected, type Selection, selected } from '../selection.js';

/** Memories that go into one summary. */
const MAX_SUMMARIZED = 1_000;
/** Characters of them that are read: about twice what the summary can consider. */
const MAX_CHARACTERS = 2_000_000;
/** Links per insert. */
const CHUNK = 500;

const ids = randomIds(() => Date.now());

interface Material {
  /** What the summary is made of, in time order. */
  texts: string[];
  sources: Source[];
  /** Tags of the sources, most frequent first. */
  tags: string[];
  importance: number;
  importance_estimated: boolean;
  /** What the filter selects, whether it is in the summary or not. */
  selected: number;
  seen: string[];
}

export const readMaterial = tenantSnapshotRead('transfer.material', async (tx, input: Selection): Promise<Material> => {
  type Found = Source & { length: number; tags: unknown; importance: number; estimated: number; since: number };
  const found = await tx.all<Found>(sql`select m.id, m.version, length(m.content) as length, m.tags, m.importance,
        m.importance_estimated as estimated, coalesce(m.valid_from, m.created_at) as since
      from memories m where ${selected(tx, input)} and m.risk < ${RISK_FLAGGED} and m.expires_at is null and m.valid_until is null
      order by m.importance desc, m.created_at desc, m.id desc limit ${MAX_SUMMARIZED}`);
  found.sort((a, b) => a.since - b.since || (a.id < b.id ? -1 : 1));
  const counts = new Map<string, number>();
  for (const tag of found.flatMap((row) => fromJson<string[]>(row.tags))) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return {
    texts: await textsOf(tx, found),
    sources: found.map(({ id, version }) => ({ id, version: Number(version) })),
    tags: [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).map(([tag]) => tag),
    ...highestImportance(
      found.map(({ importance, estimated }) => ({ importance, importance_estimated: estimated === 1 })),
    ),
    selected: await countSelected(tx, input),
    seen: found.map((row) => row.id),
  };
});

async function textsOf(tx: TenantTx, found: readonly { id: string; length: number }[]): Promise<string[]> {
  const longest = charactersOfEach(
    found.map(({ length }) => length),
    MAX_CHARACTERS,
  );
  const ids = found.map(({ id }) => id);
  const texts = await tx.all<{
    id: string;
    text: string;
  }>(sql`select m.id, substr(m.content, 1, ${longest + 1}) as text
    from memories m where m.key_id = ${tx.keyId} and ${among(tx.dialect, 'm.id', ids)}`);
  const byId = new Map(texts.map(({ id, text }) => [id, beginning(text, longest)]));
  return ids.map((id) => byId.get(id) as string);
}

interface DigestRequest {
  memory: NewMemory;
  sources: Source[];
  fromAgent: string;
  quota: Omit<QuotaRequest, 'count'>;
  now: number;
}

/** Stores the summary with links to its sources. Returns `changed` and writes nothing if one of them is no longer what was read. */
export const writeDigest = tenantWrite(
  'transfer.writeDigest',
  async (tx, input: DigestRequest): Promise<'stored' | 'known' | 'changed'> => {
    if (!(await unchanged(tx, input.sources))) return 'changed';
    const { memory, now } = input;
    const there = await holder(tx, memory, now);
    if (there !== null) return there === memory.id ? 'stored' : 'known';
    const [stored] = await storeMemories.body(tx, { memories: [memory], quota: input.quota, now });
    if (stored?.status !== 'stored') return 'known';
    for (let i = 0; i < input.sources.length; i += CHUNK) {
      const links = input.sources
        .slice(i, i + CHUNK)
        .map(({ id }): SqlValue[] => [
          ...[tx.keyId, ids.next(ID_PREFIXES.link), id, memory.id, 'part_of', 1, '{"strategy":"transfer"}', 1, now],
        ]);
      await tx.run(sql`insert into links (key_id, id, from_id, to_id, relationship, weight, metadata, automatic, created_at)
        values ${rows(links)}`);
    }
    const { user_id, agent_id, id } = memory;
    const data = { mode: 'copy', from_agent: input.fromAgent, to_agent: agent_id, summarized: input.sources.length };
    await emit(tx, now, [{ kind: 'memory.transferred', user_id, agent_id, subject: id, data }]);
    return 'stored';
  },
);

/** The memory that already says this. */
async function holder(tx: TenantTx, { user_id, dedupeKey }: NewMemory, now: number): Promise<string | null> {
  const row = await tx.get<{
    id: string;
  }>(sql`select id from memories where key_id = ${tx.keyId} and user_id = ${user_id}
    and dedupe_key = ${dedupeKey} and (expires_at is null or expires_at > ${now})`);
  return row?.id ?? null;
}
