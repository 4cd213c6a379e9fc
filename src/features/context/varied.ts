import type { Work } from '../../kernel/turns/turns.js';
import { byVariety } from '../../ranking/diversity.js';
import { isSameStatement } from '../../text/same-statement.js';
import { Candidate, type Found } from './candidate.js';
import { CHARACTERS_PER_TOKEN } from './fill.js';

/** Units of work for comparing two texts that were read. */
const COMPARED = 2_000;
/** Share of common trigrams below which a full comparison is not worth it. */
const ALIKE = 0.5;

/** The found memories, most useful first, each statement once, interleaved with the units of work spent on finding them. */
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
  return isSameStatement(candidate.statement, taken.statement);
}
