import type { Family } from './cues.js';

/**
 * Cues add up only if they are near each other, within 400 to 800 characters: a long honest document has a weak cue of every family somewhere, an
 * attack has them in one place.
 */
const BUCKET_CHARACTERS = 400;

/** What was found in a text, by position. */
export class Evidence {
  readonly #buckets = new Map<number, Map<Family, number>>();
  #recent: { bucket: number; families: Map<Family, number>; following: Map<Family, number> } | undefined;

  note(family: Family, weight: number, offset: number): void {
    const bucket = Math.floor(offset / BUCKET_CHARACTERS);
    if (this.#recent?.bucket !== bucket) {
      this.#recent = { bucket, families: this.#at(bucket), following: this.#at(bucket + 1) };
    }
    const { families, following } = this.#recent;
    if (weight <= (families.get(family) ?? 0) && weight <= (following.get(family) ?? 0)) return;
    for (const each of [families, following]) each.set(family, Math.max(weight, each.get(family) ?? 0));
  }

  /** Notes where a global pattern occurs, once per bucket: a text full of hits means no more than one with a few. */
  noteAll(family: Family, weight: number, pattern: RegExp, text: string): void {
    pattern.lastIndex = 0;
    for (let hit = pattern.exec(text); hit !== null; hit = pattern.exec(text)) {
      this.note(family, weight, hit.index);
      pattern.lastIndex = (Math.floor(hit.index / BUCKET_CHARACTERS) + 1) * BUCKET_CHARACTERS;
    }
  }

  /** The risk of the worst place, where families count as independent evidence (noisy-or): 1 − Π(1 − weight). */
  risk(): number {
    let worst = 0;
    for (const families of this.#buckets.values()) {
      let innocent = 1;
      for (const weight of families.values()) innocent *= 1 - weight;
      worst = Math.max(worst, 1 - innocent);
    }
    return worst;
  }

  #at(bucket: number): Map<Family, number> {
    const families = this.#buckets.get(bucket) ?? new Map<Family, number>();
    this.#buckets.set(bucket, families);
    return families;
  }
}
