import { DEFAULT_MODEL } from '../../../embedding/models/manifest.js';
import { COMPOSITE } from '../../../ranking/composite.js';
import { confidenceOf } from '../../../ranking/hybrid/confidence.js';
import { type Part, readQuestion } from '../../../ranking/hybrid/hybrid.js';
import { RERANK } from '../../../ranking/hybrid/rerank.js';
import { respelled } from '../../../readers/spelling.js';
import type { Request } from '../../request.js';
import { embedQuery } from '../reading/embed.js';
import type { MemoryRecord } from '../record.js';
import { searchHybrid, searchWords } from '../sql/hybrid.js';
import { listMemories, searchMemories } from '../sql/read.js';
import type { MemoryFilter } from './filter.js';
import { isForEarlier, type Needs, readResults } from './read-results.js';
import { QUESTION_READ } from './read-with.js';

export const RANKINGS = ['semantic', 'composite', 'hybrid', 'words'] as const;
type Ranking = (typeof RANKINGS)[number];

interface Question {
  text: string;
  userId: string;
  filter: MemoryFilter;
  limit: number;
  minScore: number | null;
  ranking: Ranking;
  /** Also return what each score is made of. */
  explain?: boolean;
  /** A search by the service itself: does not count as a retrieval of its results. */
  internal?: boolean;
  /** The number of results that are read with the question, if not the default. */
  read?: number;
}

export type RecalledMemory = MemoryRecord & {
  score: number | null;
  final_score: number | null;
  /** The parts that add up to `final_score`; hybrid ranking only, and only if requested. */
  parts?: Part[];
  /** 0–1: how likely it answers the question; only for the best results of hybrid ranking. */
  relevance?: number;
};

export interface Recalled {
  /** False: there is no vector for the question; the results share words with it (hybrid and words ranking) or are the most recent. */
  semantic: boolean;
  memories: RecalledMemory[];
  /** 0–1: how likely the answer is among them; null if unknown. */
  confidence: number | null;
  /** It is better to say "I don't know". */
  abstained: boolean;
  needed: Needs;
  /** The question as it was understood, if a word of it looked misspelled. */
  respelled?: string;
}

/** Retrieves memories for a question. Every operation that answers one uses it. */
export async function recall(request: Request, question: Question): Promise<Recalled> {
  const recalled = await found(request, question);
  if (!question.internal) {
    const ids = recalled.memories.map((memory) => memory.id);
    const agentId = question.filter.agent_id ?? null;
    const made = { userId: question.userId, agentId, at: request.now, abstained: recalled.abstained };
    request.retrievals.add(request.db.keyId, ids, made);
    request.handOut(ids);
  }
  return recalled;
}

async function found(request: Request, question: Question): Promise<Recalled> {
  if (question.ranking === 'words') return byWordsAlone(request, question);
  const vector = await embedQuery(request, question.text);
  return vector ? byMeaning(request, question, vector) : withoutVector(request, question);
}

async function byWordsAlone(request: Request, question: Question): Promise<Recalled> {
  const { text, userId, filter, limit } = question;
  const asked = { text, userId, filter, limit, model: request.embedder.model.id, now: request.now };
  const memories = await request.db.run(searchWords, asked);
  return { semantic: false, memories, confidence: null, abstained: false, needed: new Map() };
}

async function byMeaning(request: Request, question: Question, vector: Float32Array): Promise<Recalled> {
  const { text, userId, filter, limit, minScore, ranking } = question;
  const asked = { userId, filter, limit, minScore, vector, model: request.embedder.model.id, now: request.now };
  if (ranking === 'hybrid') return hybrid(request, question, vector);
  const weights = ranking === 'composite' ? { weights: COMPOSITE } : {};
  const memories = await request.db.run(searchMemories, { ...asked, ...weights });
  const found = memories.map(({ score, content }) => ({ candidate: { cosine: score, content } }));
  const judged = confidenceOf(readQuestion(text, request.now), found, asked.model === DEFAULT_MODEL);
  return { semantic: true, memories, ...judged, needed: new Map() };
}

/** If a word looks misspelled, the question is also asked as it was probably meant; what answers better counts. */
async function hybrid(request: Request, question: Question, vector: Float32Array): Promise<Recalled> {
  const given = await hybridAs(request, question, vector);
  if (question.read === 0) return shown(given, question);
  const texts = given.memories.slice(0, RERANK.read).map(({ content }) => content);
  const meant = respelled(question.text, texts);
  const other = meant === null ? null : await embedQuery(request, meant);
  const again = meant === null || other === null ? null : await hybridAs(request, { ...question, text: meant }, other);
  // A confidence by reading and one by cosine cannot be compared.
  const isComparable = again !== null && again.needed.size > 0 === given.needed.size > 0;
  const isBetter = isComparable && again.confidence > given.confidence;
  return shown(isBetter ? { ...again, respelled: meant as string } : given, question);
}

type Hybrid = Awaited<ReturnType<typeof hybridAs>> & { respelled?: string };

const shown = ({ memories, ...found }: Hybrid, { limit, explain = false }: Question): Recalled => ({
  ...{ ...found, semantic: true },
  memories: memories.slice(0, limit).map(({ parts, ...memory }) => (explain ? { ...memory, parts } : memory)),
});

async function hybridAs(request: Request, question: Question, vector: Float32Array) {
  const { text, userId, limit, minScore } = question;
  const model = request.embedder.model.id;
  // The earlier state that a question asks for may be superseded.
  const isEarlier = () => isForEarlier(model, readQuestion(text.slice(0, QUESTION_READ), 0), vector);
  const filter =
    question.filter.include_superseded === undefined && isEarlier()
      ? { ...question.filter, include_superseded: true }
      : question.filter;
  const asked = { text, userId, filter, limit, minScore, vector, model, now: request.now };
  const found = await request.db.run(searchHybrid, asked);
  return readResults(request, text, vector, found, question.read);
}

/** First what shares words with the question, if words count at all; then the most recent. */
async function withoutVector(request: Request, question: Question): Promise<Recalled> {
  const { limit } = question;
  const found = question.ranking === 'hybrid' ? await byWords(request, question) : [];
  const ids = new Set(found.map(({ id }) => id));
  const recent = found.length < limit ? await mostRecent(request, question) : [];
  const memories = [...found, ...recent.filter(({ id }) => !ids.has(id))].slice(0, limit);
  return { semantic: false, memories, confidence: null, abstained: false, needed: new Map() };
}

async function byWords(request: Request, question: Question): Promise<RecalledMemory[]> {
  const { text, userId, filter, limit, explain = false } = question;
  const asked = { text, userId, filter, limit, minScore: null, vector: null, model: request.embedder.model.id };
  const { memories } = await request.db.run(searchHybrid, { ...asked, now: request.now });
  return memories.slice(0, limit).map(({ parts, ...memory }) => (explain ? { ...memory, parts } : memory));
}

async function mostRecent(request: Request, { userId, filter, limit }: Question): Promise<RecalledMemory[]> {
  const page = await request.db.run(listMemories, { userId, filter, limit, after: null, now: request.now });
  return page.memories.map((record) => ({ ...record, score: null, final_score: null }));
}
