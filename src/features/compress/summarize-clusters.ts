import { traitsOf } from '../../readers/traits.js';
import { embedContents } from '../memories/reading/embed.js';
import type { Request } from '../request.js';
import { clusterPoints, type Point } from './cluster.js';
import { type Compressed, compressed, type Done } from './result.js';
import { compressMembers, type Member } from './sql/member.js';
import type { CandidatePoint } from './sql/points.js';
import { writeSummary } from './sql/write-summary.js';
import { summaryMemory } from './summary-memory.js';
import { SAME_WORDS, sameSubject } from './threshold.js';
import { type Writer, writeText } from './write-text.js';

/** Clusters embedded concurrently. */
const AT_ONCE = 8;
/** After this time, summaries are stored without vectors of their own: those of their sources find them. */
const EMBED_BUDGET_MS = 20_000;
/** The most milliseconds that a call spends on a language model, if there is one; later clusters are summarised locally. */
const LLM_BUDGET_MS = 20_000;

export interface How {
  deleteOriginals: boolean;
  dryRun: boolean;
}

interface Draft {
  members: Member[];
  content: string;
  label: string | null;
  embedded: boolean;
  by: 'local' | 'llm';
  /** Whether it is short enough to replace its members. */
  isWorthIt: boolean;
}

const toPoint = ({ namespace, kind, since, importance, disputed, ...point }: CandidatePoint): Point => ({
  ...point,
  at: since,
  group: `${kind} ${namespace}`,
});

/** Replaces each cluster of memories about one subject with one memory that says the same in half the tokens or fewer. */
export async function summarizeClusters(request: Request, points: CandidatePoint[], how: How): Promise<Done> {
  const talk = new Set(points.filter((point) => isTalk(request.embedder.model.id, point)).map(({ id }) => id));
  // Whoever resolves a contradiction must find both memories, and a summary cannot say which of them holds.
  const free = points.filter((point) => !point.disputed);
  const read = free.filter((point) => point.embedded).map(toPoint);
  const unread = free.filter((point) => !point.embedded).map(toPoint);
  const clusters = [
    ...(await clusterPoints(read, sameSubject(read))).map((members) => ({ members, embedded: true })),
    ...(await clusterPoints(unread, SAME_WORDS)).map((members) => ({ members, embedded: false })),
  ];
  const done: Done = { clusters: [], tooDense: 0 };
  const deadline = performance.now() + EMBED_BUDGET_MS;
  const askUntil = performance.now() + LLM_BUDGET_MS;
  for (let i = 0; i < clusters.length; i += AT_ONCE) {
    // A paraphrase may be wrong: it must not replace what is deleted, and a dry run must not cost anything.
    const llm = how.deleteOriginals || how.dryRun || performance.now() > askUntil ? null : request.llm;
    const made = clusters
      .slice(i, i + AT_ONCE)
      .map((cluster) => draftOf({ db: request.db, compute: request.compute, llm }, cluster, talk));
    const all = (await Promise.all(made)).filter((draft) => draft !== null);
    const drafts = all.filter((draft) => draft.isWorthIt);
    done.tooDense += all
      .filter((draft) => !drafts.includes(draft))
      .reduce((sum, { members }) => sum + members.length, 0);
    const embed = !how.dryRun && performance.now() < deadline;
    const vectors = embed
      ? await embedContents(
          request,
          drafts.map((draft) => draft.content),
        )
      : [];
    for (const [n, draft] of drafts.entries()) {
      const made = await write(request, draft, vectors[n] ?? null, how);
      if (made) done.clusters.push(made);
    }
  }
  return done;
}

/** Importance, 0–10, up to which a memory without facts may be talk; if the importance cannot be estimated, none is. */
const TALK = 4;
function isTalk(model: string, { vector, embedded, importance }: CandidatePoint): boolean {
  if (importance !== null && importance > TALK) return false;
  const traits = embedded ? traitsOf(model, [vector]) : null;
  return traits !== null && traits.importance <= TALK;
}

async function draftOf(
  writer: Writer,
  { members: points, embedded }: { members: Point[]; embedded: boolean },
  talk: ReadonlySet<string>,
): Promise<Draft | null> {
  const members = await writer.db.run(compressMembers, { ids: points.map((point) => point.id) });
  if (members.length < points.length) return null; // one was forgotten meanwhile
  const { label, ...written } = await writeText(
    writer,
    members.map(({ id, content }) => ({ text: content, matters: !talk.has(id) })),
  );
  return { members, label: label || null, embedded, ...written };
}

async function write(
  { db, embedder, now }: Request,
  { members, content, label, embedded, by }: Draft,
  vectors: Awaited<ReturnType<typeof embedContents>>[number],
  how: How,
): Promise<Compressed | null> {
  const record = summaryMemory(members, { content, label, by }, now);
  if (how.dryRun) return compressed(members, members, { compressed_memory_id: null, label, summary: content });
  const written = await db.run(writeSummary, {
    ...{ record, vectors, now },
    model: embedded ? embedder.model.id : null,
    sources: members.map(({ id, version }) => ({ id, version })),
    deleteOriginals: how.deleteOriginals,
  });
  return written ? compressed(members, members, { compressed_memory_id: record.id, label, summary: content }) : null;
}
