import { COMPOSITE } from '../../ranking/composite.js';
import type { Part } from '../../ranking/hybrid.js';
import type { Request } from '../request.js';
import { embedQuery } from './embed.js';
import type { MemoryFilter } from './filter.js';
import { searchHybrid } from './hybrid-statement.js';
import { listMemories, searchMemories } from './read-statements.js';
import type { MemoryRecord } from './record.js';

export const RANKINGS = ['semantic', 'composite', 'hybrid'] as const;
export type Ranking = (typeof RANKINGS)[number];

export interface Question {
  text: string;
  userId: string;
  filter: MemoryFilter;
  limit: number;
  minScore: number | null;
  ranking: Ranking;
  /** Asked by the service for itself: does not count as a retrieval of what it finds. */
  internal?: boolean;
}

export type RecalledMemory = MemoryRecord & {
  score: number | null;
  final_score: number | null;
  /** What `final_score` is the sum of; hybrid ranking only. */
  parts?: Part[];
};

export interface Recalled {
  /** False: no vector could be made for the question, these are the most recent memories. */
  semantic: boolean;
  memories: RecalledMemory[];
}

/** Finds memories for a question. What every operation uses that answers one. */
export async function recall(request: Request, question: Question): Promise<Recalled> {
  const vector = await embedQuery(request, question.text);
  const memories = vector ? await byMeaning(request, question, vector) : await mostRecent(request, question);
  const ids = memories.map((memory) => memory.id);
  if (!question.internal) request.retrievals.add(request.db.keyId, ids);
  return { semantic: vector !== null, memories };
}

function byMeaning(request: Request, question: Question, vector: Float32Array): Promise<RecalledMemory[]> {
  if (question.ranking === 'hybrid') return hybrid(request, question, vector);
  return request.db.run(searchMemories, {
    userId: question.userId,
    filter: question.filter,
    model: request.embedder.model.id,
    vector,
    limit: question.limit,
    minScore: question.minScore,
    ...(question.ranking === 'composite' ? { weights: COMPOSITE } : {}),
    now: request.now,
  });
}

async function hybrid(request: Request, question: Question, vector: Float32Array): Promise<RecalledMemory[]> {
  const { ranking: _, internal: __, ...asked } = question;
  const model = request.embedder.model.id;
  const { memories } = await request.db.run(searchHybrid, { ...asked, model, vector, now: request.now });
  return memories;
}

async function mostRecent(request: Request, { userId, filter, limit }: Question): Promise<RecalledMemory[]> {
  const records = await request.db.run(listMemories, { userId, filter, limit, after: null, now: request.now });
  return records.map((record) => ({ ...record, score: null, final_score: null }));
}
