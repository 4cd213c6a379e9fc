import { LIMITS } from '../../kernel/fields.js';
import { metadataBytes } from '../memories/merge.js';
import { highestImportance } from '../memories/reading/importance.js';
import type { Request } from '../request.js';
import { nearDuplicatesTask, nearUnits } from './near.js';
import { compressed, type Done } from './result.js';
import { compressMembers, type Member, sinceOf } from './sql/member.js';
import type { CandidatePoint } from './sql/points.js';
import { writeMerge } from './sql/write-merge.js';
import type { How } from './summarize-clusters.js';

/** Merges memories that say the same, reducing each group to its best wording. */
export async function mergeGroups(request: Request, points: CandidatePoint[], how: How): Promise<Done> {
  const texts = points.flatMap(({ id, text, namespace, kind, disputed }) =>
    text === null || disputed ? [] : [{ id, text, group: `${kind} ${namespace}` }],
  );
  const done: Done = { clusters: [], tooDense: 0 };
  const { compute, signal } = request;
  const work = { flow: request.db.keyId, units: nearUnits(texts), signal };
  for (const group of await compute.run(nearDuplicatesTask, texts, work)) {
    const [best, ...rest] = group.map((index) => texts[index]?.id as string);
    const members = await request.db.run(compressMembers, { ids: [best as string, ...rest] });
    const survivor = members.find((member) => member.id === best);
    const others = members.filter((member) => member !== survivor);
    if (!survivor || others.length === 0) continue; // forgotten meanwhile
    const made = { compressed_memory_id: survivor.id, label: null, summary: survivor.content };
    if (how.dryRun || (await write(request, survivor, others, how)))
      done.clusters.push(compressed(members, others, made));
  }
  return done;
}

async function write({ db, now }: Request, survivor: Member, others: Member[], how: How): Promise<boolean> {
  const all = [...others, survivor]; // the survivor's own metadata wins
  const began = Math.min(...all.map(sinceOf));
  const confirmed = all.flatMap((member) => member.verified_at ?? []);
  const { version, ...before } = survivor;
  const metadata = Object.assign({}, ...all.map((member) => member.metadata)) as Record<string, unknown>;
  const fits = metadataBytes(metadata) <= LIMITS.metadataBytes;
  return db.run(writeMerge, {
    ...{ before, version, now },
    change: {
      tags: [...new Set([...survivor.tags, ...others.flatMap((member) => member.tags)])].slice(0, LIMITS.tags),
      metadata: fits ? metadata : survivor.metadata,
      ...highestImportance(all),
      // Repetition confirms it, and it was true since it was first said.
      verified_at: Math.max(...confirmed, ...all.map((member) => member.created_at)),
      valid_from: began < survivor.created_at ? began : survivor.valid_from,
    },
    others: others.map(({ id, version: known }) => ({ id, version: known })),
    deleteOriginals: how.deleteOriginals,
  });
}
