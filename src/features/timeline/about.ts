import { questionsAbout, topicScore, topicThreshold, usualCosine } from '../../ranking/topic.js';
import { type Reading, readWith } from '../memories/search/read-with.js';
import type { RecalledMemory } from '../memories/search/recall.js';

/** Memories read per batch, the nearest first. Reading ends with the first batch that contains nothing about the topic. */
const LOT = 32;

/** The memories that were read, with their scores; the others are further from the topic than everything that belongs to it. */
export type TopicScores = ReadonlyMap<string, number>;

/** Reads the nearest memories together with the topic. Null: the reader is unavailable. */
export async function readAbout(
  request: Reading,
  topic: string,
  found: readonly RecalledMemory[],
  signal: AbortSignal,
): Promise<TopicScores | null> {
  const usual = usualCosine(found.flatMap(({ score }) => score ?? []));
  const { asked, of } = questionsAbout(topic);
  const scores = new Map<string, number>();
  let best = Number.NEGATIVE_INFINITY;
  for (let from = 0; from < found.length; from += LOT) {
    const lot = found.slice(from, from + LOT);
    const contents = lot.map(({ content }) => content);
    const fits = await Promise.all(
      asked.map((question) => readWith(request, question, contents, signal, { priority: 'call' })),
    );
    if (fits.some((read) => read === null)) return from === 0 ? null : scores;
    const read = lot.map(({ score }, at) =>
      topicScore(of(fits.map((read) => read?.[at]?.relevance ?? 0)), (score ?? usual) - usual, found.length),
    );
    lot.forEach(({ id }, at) => {
      scores.set(id, read[at] as number);
    });
    best = Math.max(best, ...read);
    if (read.every((score) => score < topicThreshold(best))) break;
  }
  return scores;
}

/** The ids of the memories about the topic. */
export function aboutTopic(scores: TopicScores): string[] {
  const bar = topicThreshold(Math.max(...scores.values()));
  return [...scores].filter(([, score]) => score >= bar).map(([id]) => id);
}

/** Share of the best score that a memory must reach to belong to the topic, if it was not read. */
const TOPIC_SHARE = 0.55;
/** The parts of a score that show how near a memory is to the topic; recency, importance and being superseded do not. */
const NEARNESS = new Set(['meaning', 'words']);

/** The same if the reader is unavailable. */
export function aboutUnread(found: readonly RecalledMemory[]): string[] {
  const nearness = (memory: RecalledMemory) =>
    memory.parts?.reduce((sum, part) => sum + (NEARNESS.has(part.name) ? part.value : 0), 0);
  const best = Math.max(0, ...found.map((memory) => nearness(memory) ?? 0));
  return found.filter((memory) => (nearness(memory) ?? 0) >= best * TOPIC_SHARE).map(({ id }) => id);
}
