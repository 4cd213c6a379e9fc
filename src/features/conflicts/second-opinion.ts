import type { LanguageModel } from '../../llm/language-model.js';
import { readVerdicts, verdictPrompt } from '../../llm/verdicts.js';
import { RISK_FLAGGED, riskOf } from '../../readers/risk/risk.js';
import type { Finding } from './find-contradictions.js';

/** From this confidence on, the reader's finding stands by itself; below it, a language model may confirm or reject the finding. */
export const SURE = 0.85;
/** Characters per text: longer texts are judged locally rather than truncated. */
const LONGEST_ASKED = 4_000;
/** Milliseconds that all questions of one call, or of one memory in the background, may take together. */
const OPINION_WAIT_MS = 5_000;

/** Returns the findings that stand. Any failure leaves them as they are. */
export type SecondOpinion = (findings: Finding[]) => Promise<Finding[]>;

const mayBeAsked = ({ confidence, texts }: Finding) =>
  confidence < SURE &&
  [texts.older, texts.newer].every((text) => text.length <= LONGEST_ASKED && riskOf(text) < RISK_FLAGGED);

/** Null without a language model. The time limit starts now. */
export function secondOpinion(llm: LanguageModel | null, stop?: AbortSignal): SecondOpinion | null {
  if (!llm) return null;
  const deadline = AbortSignal.timeout(OPINION_WAIT_MS);
  const signal = stop ? AbortSignal.any([deadline, stop]) : deadline;
  return async (findings) => {
    const asked = findings.filter(mayBeAsked).map(({ texts }) => texts);
    if (asked.length === 0 || signal.aborted) return findings;
    let verdicts: boolean[];
    try {
      verdicts = readVerdicts(await llm.complete(verdictPrompt(asked), signal), asked.length);
    } catch {
      return findings;
    }
    return findings.flatMap((finding) =>
      mayBeAsked(finding) ? (verdicts.shift() ? confirmed(finding) : []) : finding,
    );
  };
}

const confirmed = (finding: Finding): Finding => ({
  ...finding,
  confidence: SURE,
  reason: `${finding.reason}. The language model agrees`,
});
