import { CUES, type Cue } from './cues.js';
import type { Evidence } from './evidence.js';
import type { Token } from './tokens.js';
import type { Part } from './words.js';

/** A reported order ("he asked her to ignore …") weighs less than an order, a ban ("never share …") even less. */
const MOOD = { ordered: 1, narrated: 0.5, forbidden: 0.3 } as const;
/** So does an order in quotation marks after a word such as "phrase", "attack" or "paper". */
const MENTIONED = 0.55;
const MENTION_REACH = 15;

/** One step of a cue. Its progress is stored in `slot`, that of the previous step in the slot before. */
interface Step extends Omit<Cue, 'parts' | 'verb'> {
  readonly slot: number;
  readonly verb: boolean;
  readonly first: boolean;
  readonly last: boolean;
}
const STEPS = new Map<Part, Step[]>();
let slots = 0;
for (const cue of CUES) {
  cue.parts.forEach((part, i) => {
    const { family, weight, within } = cue;
    const verb = cue.verb === i;
    const step = { family, weight, within, verb, slot: slots++, first: i === 0, last: i === cue.parts.length - 1 };
    // later steps first, so that one word does not serve two steps of a cue
    STEPS.set(part, [step, ...(STEPS.get(part) ?? [])]);
  });
}

/** Runs all cues over the tokens at once. Each step remembers only where it was last reached, so the time is tokens × cues at worst, for any text. */
export function matchCues(tokens: readonly Token[], evidence: Evidence): void {
  const reached = new Float64Array(slots).fill(Number.NEGATIVE_INFINITY);
  const factors = new Float64Array(slots);
  let aboutAt = Number.NEGATIVE_INFINITY;
  for (const token of tokens) {
    const { at, end, parts, quoted, mood, offset } = token;
    const mention = quoted && at - aboutAt <= MENTION_REACH ? MENTIONED : 1;
    for (const part of parts) {
      if (part === 'about' && !quoted) aboutAt = at;
      for (const { slot, first, last, within, verb, family, weight } of STEPS.get(part) ?? []) {
        const before = first ? at - 1 : (reached[slot - 1] as number);
        if (before >= at || at - before > within) continue;
        reached[slot] = end;
        const factor = (first ? mention : (factors[slot - 1] as number)) * (verb ? MOOD[mood] : 1);
        factors[slot] = factor;
        if (last) evidence.note(family, weight * factor, offset);
      }
    }
  }
}
