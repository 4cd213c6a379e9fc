import type { RecordedSentiment } from '../../readers/sentiment/feeling.js';
import { INTENSITY } from './record.js';

const DIGITS = 1e4;
const rounded = (value: number) => Math.round(value * DIGITS) / DIGITS;

/** The valence of a sentiment that was given with an intensity of 1–10. */
export const valenceOfGiven = (sentiment: RecordedSentiment, intensity: number): number =>
  sentiment === 'neutral' || sentiment === 'unknown'
    ? 0
    : rounded(((sentiment === 'positive' ? 1 : -1) * intensity) / INTENSITY.most);

/** The intensity of a valence read from a text: its tenths, at least 1. */
export const intensityOf = (valence: number): number =>
  Math.min(INTENSITY.most, Math.max(INTENSITY.least, Math.round(Math.abs(valence) * INTENSITY.most)));

interface Felt {
  sentiment: RecordedSentiment;
  intensity: number;
  valence: number;
}

/** What was read from a text; if the caller gave an intensity, it sets the strength. */
export function feelingFromText(
  sentiment: RecordedSentiment,
  valence: number,
  givenIntensity: number | undefined,
): Felt {
  if (givenIntensity === undefined) return { sentiment, valence: rounded(valence), intensity: intensityOf(valence) };
  return { sentiment, valence: valenceOfGiven(sentiment, givenIntensity), intensity: givenIntensity };
}
