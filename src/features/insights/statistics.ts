/** Probability that a normal variable stays below z (Abramowitz and Stegun 26.2.17, six digits). */
export function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const tail =
    (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return z >= 0 ? 1 - tail : tail;
}

/** How far apart two shares are, in standard errors: `now` of `nowAll` against `before` of `beforeAll`. */
export function shareChange(now: number, nowAll: number, before: number, beforeAll: number): number {
  if (nowAll === 0 || beforeAll === 0) return 0;
  const pooled = (now + before) / (nowAll + beforeAll);
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / nowAll + 1 / beforeAll));
  return error === 0 ? 0 : (now / nowAll - before / beforeAll) / error;
}

/** Two decimals: more would suggest a precision that is not there. */
export const confidence = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 100) / 100;
