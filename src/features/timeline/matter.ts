import type { MemoryRecord } from '../memories/record.js';
import type { MemoryFilter } from '../memories/search/filter.js';
import type { Request } from '../request.js';
import type { TopicScores } from './about.js';
import { asides } from './asides.js';
import { type Contradiction, recordsOf, type Ties, tiesOf } from './sql/timeline.js';

/** From this confidence on, a contradiction brings in its other side, whatever the reader's score: "the cat died" need not read like "pets". */
const SURE = 0.65;
/** A less certain one does so if the reader does not consider the other side far from the topic. */
const NOT_FAR = -2.5;
/** How many times to follow what superseded what superseded it, and so on. */
const ROUNDS = 3;

export interface Matter {
  memories: MemoryRecord[];
  /** Without the contradictions about something else. */
  ties: Ties;
  asides: Contradiction[];
}

interface Scope {
  userId: string;
  filter: MemoryFilter;
  topic: string;
  signal: AbortSignal;
}

/** The memories about a topic and what is known to have superseded or contradicted them: one matter and its states over time. */
export async function matterOf(
  request: Pick<Request, 'db' | 'now' | 'reader'>,
  { userId, filter, topic, signal }: Scope,
  known: readonly MemoryRecord[],
  about: readonly string[],
  scores: TopicScores | null,
): Promise<Matter> {
  const { db, now } = request;
  const records = new Map(known.map((record) => [record.id, record]));
  const members = new Set(about);
  const load = async (ids: readonly string[]) => {
    const missing = ids.filter((id) => !records.has(id));
    if (missing.length > 0)
      for (const record of await db.run(recordsOf, { userId, ids: missing, filter, now }))
        records.set(record.id, record);
  };
  const subject = { topic, about: new Set(about), signal, fits: new Map(), olders: new Map() };
  const read = async (): Promise<Pick<Matter, 'ties' | 'asides'>> => {
    const ties = await db.run(tiesOf, { ids: [...members] });
    if (!scores) return { ties, asides: [] };
    await load(ties.contradictions.map(({ older }) => older));
    const found = await asides(request, subject, ties.contradictions, (id) => records.get(id)?.content);
    const contradictions = ties.contradictions.filter((one) => !found.has(one));
    return { ties: { ...ties, contradictions }, asides: [...found] };
  };
  let matter = await read();
  for (let round = 0; scores && round < ROUNDS; round++) {
    const others = [...follow(matter.ties, scores)].filter((id) => !members.has(id));
    await load(others);
    const added = others.filter((id) => records.has(id));
    if (added.length === 0) break;
    for (const id of added) members.add(id);
    matter = await read();
  }
  const hidden = standIns(matter.ties, members);
  const memories = [...members].filter((id) => !hidden.has(id)).flatMap((id) => records.get(id) ?? []);
  return { memories, ...matter };
}

function follow({ replaced, contradictions }: Ties, scores: TopicScores): Set<string> {
  const isFar = (id: string) => (scores.get(id) ?? Number.NEGATIVE_INFINITY) < NOT_FAR;
  const belongs = ({ older, newer, isOpen, isBoth, confidence }: Contradiction) =>
    !isBoth && (!isOpen || confidence >= SURE || !(isFar(older) || isFar(newer)));
  return new Set([...replaced.flat(), ...contradictions.filter(belongs).flatMap(({ older, newer }) => [older, newer])]);
}

/** For a summary, its parts are shown, which have their own times; for merged memories, the one that stands for them. */
function standIns({ compressed }: Ties, members: ReadonlySet<string>): Set<string> {
  const pairs = compressed.filter(({ part, whole }) => members.has(part) && members.has(whole));
  return new Set(pairs.map(({ part, whole, isMerged }) => (isMerged ? part : whole)));
}
