import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUNDLED_FOLDER, HEADS_FILE } from '../embedding/models/bundled.js';
import { DEFAULT_MODEL } from '../embedding/models/manifest.js';
import { meanDirection } from '../embedding/vectors.js';
import { CATEGORIES, type Category } from './category.js';
import { isForeign } from './foreign.js';
import { RISK_FLAGGED } from './risk/risk.js';

/** What can be read from a text's vectors. Probabilities are 0–1. */
export interface Traits {
  category: Category;
  /** That the text is meant to make a model misbehave. A text that is not in English is flagged only if it is very likely. */
  harmful: number;
  /** That not knowing the text when acting would be dangerous or costly. */
  vital: number;
  /** 0–10, a whole number. A text that is vital as a whole has at least `VITAL.importance`. */
  importance: number;
}

/** Probabilities, 0–1. */
interface Worth extends Pick<Traits, 'vital'> {
  /** That it is among what one must know of a person to recognise and help them. */
  portrait: number;
}

interface Head {
  labels: string[];
  weight: number[][];
  bias: number[];
}
type Heads = Record<'category' | 'harmful' | 'vital' | 'importance' | 'portrait' | 'former', Head>;

/** From this probability on a text counts as vital. The learnt importance alone rates allergies too low. */
const VITAL = { share: 0.6, importance: 9 };

let loaded: Heads | null | undefined;

/** Null if the file is missing: everything works without it. */
function heads(): Heads | null {
  if (loaded === undefined) {
    try {
      loaded = JSON.parse(readFileSync(join(BUNDLED_FOLDER, HEADS_FILE), 'utf8')) as Heads;
    } catch {
      loaded = null;
    }
  }
  return loaded;
}

/** The vector of a passage in another language says less about it: below `sureFrom` it flags nothing. */
const FOREIGN = { sureFrom: 0.8, otherwise: RISK_FLAGGED - 0.01 };

/**
 * Traits of a text with these vectors, one per passage; null if they come from a different model than the heads were trained for. `texts` are the
 * passages, in the same order.
 */
export function traitsOf(
  model: string,
  passages: readonly Float32Array[],
  texts: () => readonly string[] = () => [],
): Traits | null {
  const known = model === DEFAULT_MODEL && passages.length > 0 ? heads() : null;
  if (!known) return null;
  const whole = meanDirection(passages);
  const [importance = 0] = apply(known.importance, whole);
  const isVital = share(apply(known.vital, whole)[0]) >= VITAL.share;
  return {
    category: CATEGORIES.find((one) => one === best(known.category, whole)) ?? 'other',
    harmful: harmfulIn(known, passages, texts),
    vital: Math.max(...passages.map((passage) => share(apply(known.vital, passage)[0]))),
    importance: Math.max(Math.round(10 * share(importance)), isVital ? VITAL.importance : 0),
  };
}

/** The highest of the passages. The model is English: a passage in another language it must be very sure of. */
function harmfulIn({ harmful }: Heads, passages: readonly Float32Array[], texts: () => readonly string[]): number {
  const shares = passages.map((passage) => share(apply(harmful, passage)[0]));
  if (shares.every((one) => one < RISK_FLAGGED)) return Math.max(...shares);
  const read = texts();
  const isUnsure = (one: number, at: number) =>
    one >= RISK_FLAGGED && one < FOREIGN.sureFrom && isForeign(read[at] ?? '');
  return Math.max(...shares.map((one, at) => (isUnsure(one, at) ? FOREIGN.otherwise : one)));
}

/** What makes a text worth knowing without a question, from the vector of its first passage; null as above. */
export function worthOf(model: string, vector: Float32Array): Worth | null {
  const known = model === DEFAULT_MODEL ? heads() : null;
  if (!known) return null;
  return { vital: share(apply(known.vital, vector)[0]), portrait: share(apply(known.portrait, vector)[0]) };
}

/** Whether a question asks for an earlier state; null if its vector comes from a different model than the heads were trained for. */
export function isAboutFormer(model: string, question: Float32Array): boolean | null {
  const known = model === DEFAULT_MODEL ? heads() : null;
  return known && (apply(known.former, question)[0] ?? 0) > 0;
}

const share = (logit = 0) => 1 / (1 + Math.exp(-logit));

const apply = ({ weight, bias }: Head, vector: Float32Array): number[] =>
  weight.map((row, at) => row.reduce((sum, value, i) => sum + value * (vector[i] ?? 0), bias[at] ?? 0));

function best(head: Head, vector: Float32Array): string | undefined {
  const logits = apply(head, vector);
  return head.labels[logits.indexOf(Math.max(...logits))];
}
