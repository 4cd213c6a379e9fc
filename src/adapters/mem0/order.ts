import type { MemoryRetrieveResponse } from '../../client/index.js';
import { NOBODY } from './memory.js';

type Result = MemoryRetrieveResponse['results'][number];

/**
 * What a turn of the assistant, or a question, loses against what the user states, on the scale of the ranking: "Noted, dark mode saved!" scored
 * 0.52 above the wish itself.
 */
const NO_FACT_LOSS = 0.6;
/**
 * Up to this importance, which the service estimates from the text, a turn is small talk. With an embedding model other than the service's own,
 * nothing is.
 */
const SMALL_TALK = 2;

/**
 * Best first. What an assistant says and what the user asks is not a statement about the user: it ranks below one, and the assistant's small talk
 * below everything.
 */
export function byWeight(results: Result[]): Result[] {
  const weight = new Map(results.map((result, place) => [result, (result.final_score ?? -place) - lossOf(result)]));
  const order = (result: Result) => [Number(isSmallTalk(result)), -(weight.get(result) ?? 0)] as const;
  return [...results].sort((a, b) => order(a)[0] - order(b)[0] || order(a)[1] - order(b)[1]);
}

const isOfAssistant = ({ metadata }: Result) => metadata.role === 'assistant';

const asks = ({ content }: Result) => ['?', '？'].some((mark) => content.trimEnd().endsWith(mark));

/** A memory that belongs to no user is about the agent. */
const lossOf = (result: Result) =>
  (isOfAssistant(result) || asks(result)) && !result.user_id.startsWith(NOBODY) ? NO_FACT_LOSS : 0;

const isSmallTalk = (result: Result) =>
  isOfAssistant(result) && result.importance_estimated && result.importance <= SMALL_TALK;
