const UNITS = ['KB', 'MB', 'GB', 'TB'] as const;

/** Human-readable, such as `12.3 MB`. */
export function bytesText(bytes: number): string {
  if (bytes < 1_024) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  let [value, at] = [bytes / 1_024, 0];
  for (; value >= 1_024 && at < UNITS.length - 1; at++) value /= 1_024;
  return `${value.toLocaleString(undefined, { maximumFractionDigits: value < 10 ? 1 : 0 })} ${UNITS[at]}`;
}

export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`;

/** 0–100, for the width of a bar. Anything above zero stays visible. */
export const shareOf = (value: number, most: number): number =>
  most <= 0 || value <= 0 ? 0 : Math.max(1, Math.min(100, (value / most) * 100));
