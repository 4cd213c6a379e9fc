import type { Family } from './cues.js';
import type { Evidence } from './evidence.js';

interface Mark {
  readonly family: Family;
  readonly weight: number;
  readonly pattern: RegExp;
  /** Must occur as well, anywhere. */
  readonly beside?: RegExp;
}
const mark = (family: Family, weight: number, pattern: RegExp, beside?: RegExp): Mark => ({
  family,
  weight,
  pattern: new RegExp(pattern, `${pattern.flags}g`),
  beside,
});

/**
 * Marks that are not words: chat-template tags, closing wrappers, shell. Patterns run on the folded text; each begins with a literal and repeats a
 * limited number of times, so none backtracks.
 */
export const MARKS: readonly Mark[] = [
  mark('role', 0.6, /<\|(?:im_start|im_end|system|user|assistant|end|endoftext|start_header_id|eot_id)\|>/),
  mark('role', 0.65, /<<\/?sys>>/),
  mark('role', 0.5, /\[\/?inst\]/),
  mark('role', 0.5, /\[(?:system|admin|developer)(?: message| prompt| override)?\]/),
  mark('role', 0.5, /<\/?(?:system|assistant|developer|instructions?|system[-_ ]?(?:prompt|message|reminder))>/),
  mark('role', 0.45, /^#{1,6} ?(?:system|(?:new )?instructions?) ?:/m),
  mark('role', 0.3, /^[ \t>*-]{0,6}(?:system|developer)(?: message| prompt)? ?:/m),
  mark('role', 0.1, /^[ \t>*-]{0,6}(?:assistant|ai|human|user) ?:/m),
  mark('role', 0.4, /"role" ?: ?"(?:system|developer)"/),
  mark('wrapper', 0.5, /<\/(?:memory|memories|untrusted|retrieved|user_data|user_memory|tool_result|tool_response)>/),
  mark('wrapper', 0.35, /<\/(?:context|data|documents?|input|conversation|history|tool|function_results?)>/),
  mark('wrapper', 0.35, /\bend of (?:the )?(?:memory|memories|context|user data|document|conversation)\b/),
  mark('wrapper', 0.5, /-{2,3} ?end of (?:the )?(?:memory|memories|context|user data|document|conversation)\b/),
  mark('wrapper', 0.4, /```\s{0,8}(?:system|assistant|instructions?)\b/),
  mark('hidden', 0.55, /<!--[^>]{0,24}\b(?:ai|assistant|agent|system|llm|instructions?)\b/),
  mark('hidden', 0.25, /display: ?none|font-size: ?0|visibility: ?hidden|opacity: ?0\b/),
  mark('shell', 0.35, /\| ?(?:sudo )?(?:ba|z)?sh\b/, /\b(?:curl|wget)\b/),
  mark('tool', 0.35, /\brm -rf? [~/]/),
  mark('exfiltration', 0.5, /\$\{?[a-z_]{0,30}(?:key|token|secret|pass)/, /\b(?:curl|wget)\b/),
  mark('exfiltration', 0.55, /\]\(https?:[^)\s]{0,80}=[{[<]/),
  mark('tool', 0.3, /\/etc\/(?:passwd|shadow)|\.ssh\/id_|\.aws\/credentials/),
];

/** Every mark contains one of these characters or words: most texts have none and need not be checked against every mark. */
const ANY_MARK = /[<[|:`$/-]|end of/;
export const couldHoldMarks = (text: string): boolean => ANY_MARK.test(text);

export function matchMarks(text: string, evidence: Evidence): void {
  if (!couldHoldMarks(text)) return;
  for (const { family, weight, pattern, beside } of MARKS) {
    if (beside === undefined || beside.test(text)) evidence.noteAll(family, weight, pattern, text);
  }
}
