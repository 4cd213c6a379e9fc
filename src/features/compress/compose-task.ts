import { defineTask } from '../../compute/task.js';
import type { Work } from '../../kernel/turns/turns.js';
import { keyphrases } from '../../readers/keyphrases.js';
import { estimateTokens } from '../../text/tokens.js';
import { compose, composeAfter, type Source } from './compose.js';
import { UNITS } from './units.js';

/** The share of the sources' tokens up to which a summary is worth replacing them. */
const MAX_SHARE = 0.5;
const LABEL_PHRASES = 3;

interface ComposeInput {
  sources: readonly Source[];
  /** The summary of a language model, to which the facts that it left out are added. */
  summary?: string;
}
export interface Composed {
  content: string;
  label: string;
  isWorthIt: boolean;
}

export const composeTask = defineTask('compress.compose', composing);
/** The sentences are read, then the phrases of the label and the tokens are counted. */
export const composeUnits = (sources: readonly Source[]) =>
  sources.reduce((units, { text }) => units + 2 * text.length * UNITS, 0);

function* composing({ sources, summary }: ComposeInput): Work<Composed> {
  const texts = sources.map(({ text }) => text);
  const most = MAX_SHARE * texts.reduce((sum, text) => sum + estimateTokens(text), 0);
  const content = yield* summary === undefined ? compose(sources, most) : composeAfter(summary, sources);
  yield content.length * UNITS;
  const label = keyphrases(texts, { limit: LABEL_PHRASES })
    .map(({ phrase }) => phrase)
    .join(', ');
  return { content, label, isWorthIt: estimateTokens(content) <= most };
}
