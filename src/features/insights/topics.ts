import { DAY } from '../../kernel/clock.js';
import type { Work } from '../../kernel/turns/turns.js';
import { fold } from '../../text/fold.js';
import { stem } from '../../text/stem.js';
import { SAME_WORDS } from '../compress/threshold.js';
import { wordVector } from '../compress/word-vector.js';
import { clusters } from './clusters.js';
import { corpusOf, labelOf } from './labels.js';
import type { ReadMemory } from './reading.js';
import { spreadOut } from './spread.js';
import { shareChange } from './statistics.js';

/** Days that are compared with the same number of days before them. */
export const WINDOW_DAYS = 30;
/** Memories that each window needs before a change means anything. */
const ENOUGH = 5;
/** Standard errors from which a share counts as changed: by chance, one topic in forty exceeds this in each direction. */
const CHANGED = 1.96;
/** Topics reported. */
const MAX_TOPICS = 12;

/** Units of work (kernel/turns/turns.ts) per character turned into a vector, and per topic named. */
const UNITS = { perCharacter: 2, perLabel: 25_000 };

export type Trend = 'rising' | 'fading' | 'steady';
export interface Topic {
  label: string;
  /** Nearest to the centre first. */
  members: ReadMemory[];
  trend: Trend;
  change: TopicChange;
}
interface TopicChange {
  now: number;
  nowAll: number;
  before: number;
  beforeAll: number;
  /** Standard errors. */
  z: number;
}

/** Named clusters, largest first; clusters with the same name are merged. */
export function* findTopics(
  sample: readonly ReadMemory[],
  vectors: ReadonlyMap<string, Float32Array>,
  now: number,
): Work<Topic[]> {
  const embedded = sample.filter(({ id }) => vectors.has(id));
  // If most memories have not been embedded yet, their words are used instead.
  const byMeaning = embedded.length * 2 >= sample.length && embedded.length > 0;
  const points: { memory: ReadMemory; vector: Float32Array }[] = [];
  for (const memory of byMeaning ? embedded : sample) {
    if (!byMeaning) yield memory.text.length * UNITS.perCharacter;
    points.push({ memory, vector: (byMeaning && vectors.get(memory.id)) || wordVector(memory.text) });
  }
  const given = points.map(({ vector }) => vector);
  const { vectors: apart, threshold } = byMeaning ? spreadOut(given) : { vectors: given, threshold: SAME_WORDS };
  const groups = yield* clusters(apart, threshold);
  const corpus = corpusOf(sample);
  const named = new Map<string, { label: string; members: ReadMemory[] }>();
  for (const group of groups) {
    yield UNITS.perLabel;
    const members = group.map((index) => (points[index] as { memory: ReadMemory }).memory);
    const label = labelOf(members, corpus);
    if (label === null) continue;
    const name = fold(label).split(' ').map(stem).join(' ');
    const twin = named.get(name);
    if (twin) twin.members.push(...members);
    else named.set(name, { label, members });
  }
  const topics = [...named.values()].sort(
    (a, b) => b.members.length - a.members.length || (a.label < b.label ? -1 : 1),
  );
  return topics.slice(0, MAX_TOPICS).map((topic) => {
    const change = changeOf(topic.members, sample, now);
    return { ...topic, change, trend: trendOf(change) };
  });
}

function changeOf(members: readonly ReadMemory[], all: readonly ReadMemory[], now: number): TopicChange {
  const window = WINDOW_DAYS * DAY;
  const count = (memories: readonly ReadMemory[], from: number, to: number) =>
    memories.filter(({ at }) => at > from && at <= to).length;
  const recent = [now - window, now] as const;
  const earlier = [now - 2 * window, now - window] as const;
  const counts = {
    now: count(members, ...recent),
    nowAll: count(all, ...recent),
    before: count(members, ...earlier),
    beforeAll: count(all, ...earlier),
  };
  return { ...counts, z: shareChange(counts.now, counts.nowAll, counts.before, counts.beforeAll) };
}

function trendOf({ nowAll, beforeAll, z }: TopicChange): Trend {
  if (nowAll < ENOUGH || beforeAll < ENOUGH || Math.abs(z) < CHANGED) return 'steady';
  return z > 0 ? 'rising' : 'fading';
}
