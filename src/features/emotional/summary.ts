import { DAY, dayOf } from '../../kernel/clock.js';
import { type RecordedSentiment, SENTIMENTS, type Sentiment } from '../../readers/sentiment/feeling.js';
import type { DayOfFeelings, ProfileRows } from './sql/profile.js';
import { dayNumber } from './sql/rows.js';
import { trendOf } from './trend.js';
import { trustOf } from './trust.js';

const round = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits;
const meanOf = (days: readonly DayOfFeelings[], interactions: number) =>
  round(days.reduce((sum, day) => sum + day.positive - day.negative, 0) / interactions, 4);

/** The most frequent sentiment; on a tie, the most recent one. */
function dominant(counts: Record<Sentiment, number>, newestFirst: ProfileRows['newest']): Sentiment | null {
  const most = Math.max(...SENTIMENTS.map((sentiment) => counts[sentiment]));
  if (most === 0) return null;
  const leading: readonly RecordedSentiment[] = SENTIMENTS.filter((sentiment) => counts[sentiment] === most);
  return (newestFirst.find(({ sentiment }) => leading.includes(sentiment))?.sentiment ?? leading[0]) as Sentiment;
}

/** Builds the profile from the sums of the database. */
export function summarize({ days, newest }: Pick<ProfileRows, 'days' | 'newest'>, now: number, seriesDays: number) {
  const total = (pick: (day: DayOfFeelings) => number) => days.reduce((sum, day) => sum + pick(day), 0);
  const counts = {
    positive: total((day) => day.positives),
    negative: total((day) => day.negatives),
    neutral: total((day) => day.neutrals),
  };
  const interactions = total((day) => day.interactions);
  const evidence = days.map((day) => ({ ...day, positive: day.trusting, negative: day.distrusting }));
  const trust = trustOf(evidence, now);
  const today = dayNumber(now);
  const first = today - seriesDays + 1;
  return {
    interactions,
    counts,
    dominant_sentiment: dominant(counts, newest),
    trend: trendOf(newest.map(({ valence }) => valence)),
    average_valence: interactions === 0 ? null : meanOf(days, interactions),
    trust_score: round(trust.score, 1),
    confidence: round(trust.confidence, 3),
    series: days
      .filter(({ day }) => day >= first && day <= today)
      .map((day) => ({
        day: dayOf(day.day * DAY),
        valence: meanOf([day], day.interactions),
        interactions: day.interactions,
      })),
  };
}
