import { defineTask } from '../../compute/task.js';
import { DAY } from '../../kernel/clock.js';
import type { Work } from '../../kernel/turns/turns.js';
import { overSince } from '../context/over.js';
import { type Ages, findings, type Insight, OVERDUE_DAYS } from './findings.js';
import { readTexts } from './reading.js';
import type { Facts } from './sql/facts.js';
import type { Sample } from './sql/sample.js';
import { findTopics, type Trend } from './topics.js';

interface StudyInput {
  sample: Sample;
  vectors: ReadonlyMap<string, Float32Array>;
  facts: Facts;
  ages: Ages;
  now: number;
}
interface Study {
  topics: { label: string; size: number; example_ids: string[]; trend: Trend }[];
  insights: Insight[];
}

const EXAMPLES = 5;
/** Units of work (kernel/turns/turns.ts) per memory: its text is read, and its vector is compared with every topic a few times. */
const UNITS = 1_000;
/** The same per character of a text that may be full of dates. */
const DATE_UNITS = 30;

export const studyUnits = ({ memories }: Sample) => memories.length * UNITS;

/** What a sample of memories is about, and what can be concluded from it. */
export const studyTask = defineTask('insights.study', studying);

function* studying({ sample, vectors, facts, ages, now }: StudyInput): Work<Study> {
  const memories = yield* readTexts(sample.memories);
  const topics = yield* findTopics(memories, vectors, now);
  const each = memories.length ? sample.total / memories.length : 1;
  return {
    topics: topics.map(({ label, members, trend }) => ({
      label,
      size: Math.round(members.length * each),
      example_ids: members.slice(0, EXAMPLES).map(({ id }) => id),
      trend,
    })),
    insights: findings({ topics, facts, ages, overdue: yield* overdueIn(sample, now) }),
  };
}

/** The plans whose date has passed lately, the latest first. */
function* overdueIn({ memories }: Sample, now: number): Work<{ id: string; since: number }[]> {
  const overdue: { id: string; since: number }[] = [];
  for (const { id, text, at, ...memory } of memories) {
    yield text.length * DATE_UNITS;
    const since = overSince({ ...memory, content: text, valid_from: at, created_at: at }, now);
    if (since !== null && since > now - OVERDUE_DAYS * DAY) overdue.push({ id, since });
  }
  return overdue.sort((a, b) => b.since - a.since || (a.id < b.id ? 1 : -1));
}
