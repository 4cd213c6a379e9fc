import type { ReadMemory } from './reading.js';
import type { Fact, Facts } from './sql/facts.js';
import { confidence, normal } from './statistics.js';
import { type Topic, WINDOW_DAYS } from './topics.js';

export const KINDS = [
  'contradiction',
  'what_failed',
  'overdue',
  'worth_verifying',
  'rising_topic',
  'fading_topic',
  'what_worked',
  'never_retrieved',
] as const;
export interface Insight {
  kind: (typeof KINDS)[number];
  text: string;
  evidence_ids: string[];
  confidence: number;
}
/** Insights per kind, and memory ids shown per insight. */
export const MAX = { perKind: 3, evidence: 5 };
/** The confidence of what is counted rather than estimated. */
const CERTAIN = 1;

/** How long after its date a plan is reported. */
export const OVERDUE_DAYS = 90;

interface Found {
  topics: readonly Topic[];
  facts: Facts;
  ages: Ages;
  /** Plans among the memories read. */
  overdue: readonly { id: string }[];
}
export interface Ages {
  unverifiedDays: number;
  unusedDays: number;
}

/** All insights, the most pressing kind first. Each says what it was counted from and names its memories. */
export function findings({ topics, facts, ages, overdue }: Found): Insight[] {
  const all = [
    ...contradictions(facts),
    ...outcomes(facts, topics),
    ...past(overdue),
    ...neglected(facts, ages),
    ...trends(topics),
  ];
  return KINDS.flatMap((kind) => all.filter((insight) => insight.kind === kind).slice(0, MAX.perKind));
}

const evidence = (memories: readonly { id: string }[]) => memories.slice(0, MAX.evidence).map(({ id }) => id);
const newestFirst = (memories: readonly ReadMemory[]) =>
  [...memories].sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
const many = (count: number) => `${count} ${count === 1 ? 'memory' : 'memories'}`;

const contradictions = ({ conflicts, openConflicts }: Facts): Insight[] =>
  conflicts.map((conflict, i) => ({
    kind: 'contradiction',
    text: `Two memories contradict each other (${i + 1} of ${openConflicts} open): ${conflict.reason}`,
    evidence_ids: [conflict.memory_a, conflict.memory_b],
    confidence: confidence(conflict.confidence),
  }));

function outcomes({ facts }: Facts, topics: readonly Topic[]): Insight[] {
  const insightOf = (kind: 'what_worked' | 'what_failed', fact: Fact, how: string): Insight[] => {
    if (fact.count === 0) return [];
    const about = commonTopic(fact, topics);
    // How far the scores are from "no evidence", which is 0.5.
    const certainty = fact.memories.reduce((sum, { value }) => sum + Math.abs(2 * value - 1), 0) / fact.memories.length;
    const text = `Acting on ${many(fact.count)} went ${how} so far${about ? `, mostly about “${about}”` : ''}.`;
    return [{ kind, text, evidence_ids: evidence(fact.memories), confidence: confidence(certainty) }];
  };
  return [...insightOf('what_failed', facts.failed, 'badly'), ...insightOf('what_worked', facts.worked, 'well')];
}

function past(overdue: Found['overdue']): Insight[] {
  if (overdue.length === 0) return [];
  const [plans, them] = overdue.length === 1 ? ['1 plan names', 'it'] : [`${overdue.length} plans name`, 'them'];
  const text = `${plans} a date that passed in the last ${OVERDUE_DAYS} days: check what became of ${them}.`;
  return [{ kind: 'overdue', text, evidence_ids: evidence(overdue), confidence: CERTAIN }];
}

/** The topic that most of a finding's memories belong to, if there is one and it has more than one of them. */
function commonTopic({ memories }: Fact, topics: readonly Topic[]): string | null {
  const shares = topics.map(({ label, members }) => {
    const ids = new Set(members.map(({ id }) => id));
    return { label, count: memories.filter(({ id }) => ids.has(id)).length };
  });
  const [best] = shares.sort((a, b) => b.count - a.count);
  return best && best.count > 1 && best.count * 2 > memories.length ? best.label : null;
}

function neglected({ facts, retrieved }: Facts, { unverifiedDays, unusedDays }: Ages): Insight[] {
  const { unverified, unused } = facts;
  const insights: Insight[] = [];
  if (unverified.count) {
    const text = `Important or often retrieved, but not verified for ${unverifiedDays} days or more: ${many(unverified.count)}. Check what still holds.`;
    insights.push({ kind: 'worth_verifying', text, evidence_ids: evidence(unverified.memories), confidence: CERTAIN });
  }
  // If nothing is retrieved at all, that says nothing about a single memory.
  if (unused.count && retrieved) {
    const text = `${many(unused.count)} stored ${unusedDays} days ago or earlier never came up in a retrieval.`;
    insights.push({ kind: 'never_retrieved', text, evidence_ids: evidence(unused.memories), confidence: CERTAIN });
  }
  return insights;
}

function trends(topics: readonly Topic[]): Insight[] {
  const changed = topics.filter(({ trend }) => trend !== 'steady');
  return changed
    .sort((a, b) => Math.abs(b.change.z) - Math.abs(a.change.z))
    .map(({ label, trend, change: { now, nowAll, before, beforeAll, z }, members }) => ({
      kind: trend === 'rising' ? 'rising_topic' : 'fading_topic',
      text:
        `“${label}” comes up ${trend === 'rising' ? 'more' : 'less'}: in ${now} of ${many(nowAll)} of the last ${WINDOW_DAYS} days, ` +
        `in ${before} of ${beforeAll} in the ${WINDOW_DAYS} days before.`,
      evidence_ids: evidence(newestFirst(members)),
      confidence: confidence(normal(Math.abs(z))),
    }));
}
