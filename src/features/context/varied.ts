import type { Work } from '../../kernel/turns/turns.js';
import { byVariety } from '../../ranking/diversity.js';
import { Candidate, type Found } from './candidate.js';
import { CHARACTERS_PER_TOKEN } from './fill.js';
import { saysTheSame } from './same.js';

/** What comparing two texts that were read takes, in units of work. */
const COMPARED = 2_000;
/** Share of letter triples below which a closer look is not worth it. */
const ALIKE = 0.5;

/** The found memories, most useful first, each statement once; between them how much was done to find them. */
export function* varied(found: readonly Found[], maxTokens: number): Generator<Candidate | number> {
  const candidates: Candidate[] = [];
  for (const memory of found) {
    const candidate = new Candidate(memory, maxTokens * CHARACTERS_PER_TOKEN);
    yield candidate.read;
    if (candidate.isVisible) candidates.push(candidate);
  }
  yield* byVariety(candidates, (candidate, taken, similarity) => similarity >= ALIKE && isRepeated(candidate, taken));
}

function* isRepeated(candidate: Candidate, taken: Candidate): Work<boolean> {
  yield candidate.readStatement() + taken.readStatement();
  yield COMPARED;
  return saysTheSame(candidate.statement, taken.statement);
}
