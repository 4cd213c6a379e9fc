export const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
export const WEEKDAYS = new Set('monday tuesday wednesday thursday friday saturday sunday'.split(' '));
export const NUMERALS = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
    .split(' ')
    .map((word, value) => [word, value] as const),
);
for (const [index, word] of 'thirty forty fifty sixty seventy eighty ninety hundred'.split(' ').entries())
  NUMERALS.set(word, (index + 3) * 10);

/** Units written to one base, so that 1 GB is 1024 MB and 90 minutes are 1.5 hours. */
const SCALES: Record<string, [unit: string, factor: number]> = {
  ms: ['second', 0.001],
  millisecond: ['second', 0.001],
  s: ['second', 1],
  sec: ['second', 1],
  second: ['second', 1],
  min: ['second', 60],
  minut: ['second', 60],
  h: ['second', 3600],
  hr: ['second', 3600],
  hour: ['second', 3600],
  kb: ['byte', 1024],
  mb: ['byte', 1024 ** 2],
  gb: ['byte', 1024 ** 3],
  tb: ['byte', 1024 ** 4],
  km: ['metre', 1000],
  kilometer: ['metre', 1000],
  kilometr: ['metre', 1000],
  mil: ['metre', 1609.34],
  meter: ['metre', 1],
  metr: ['metre', 1],
  cm: ['metre', 0.01],
  kg: ['gram', 1000],
  kilogram: ['gram', 1000],
  kilo: ['gram', 1000],
  gram: ['gram', 1],
  lb: ['gram', 453.6],
  pound: ['gram', 453.6],
  mbp: ['bit', 1e6],
  gbp: ['bit', 1e9],
  dollar: ['$', 1],
  usd: ['$', 1],
  buck: ['$', 1],
  euro: ['€', 1],
  eur: ['€', 1],
  percent: ['%', 1],
};
export const LARGE: Record<string, number> = { k: 1e3, thousand: 1e3, m: 1e6, million: 1e6, bn: 1e9, billion: 1e9 };

/** "20k", "1,200", "3 million". */
export function amount(text: string): number {
  const suffix = /[a-z]+$/.exec(text.trim())?.[0] ?? '';
  return Number.parseFloat(text.replace(/[, ]/g, '')) * (LARGE[suffix] ?? 1);
}

/** Month and day; years are rarely said. */
export function dateValue(text: string): string {
  const iso = /^\d{4}-(\d\d)-(\d\d)/.exec(text);
  if (iso) return `${Number(iso[1])}-${Number(iso[2])}`;
  const name = /[a-z]{3}/.exec(text.replace(/\d+(?:st|nd|rd|th)/, (day) => day.slice(0, -2)))?.[0] ?? '';
  const month = MONTHS.findIndex((full) => full.startsWith(name)) + 1;
  return `${month}-${Number(/\d{1,2}/.exec(text)?.[0])}`;
}

/** Hours and minutes of the day. */
export function timeValue(text: string): string {
  if (text === 'noon') return '12:00';
  if (text === 'midnight') return '0:00';
  const [, hour = '0', minute = '00'] = /(\d+)(?::(\d\d))?/.exec(text) ?? [];
  const shift = /p\.?m/.test(text) && Number(hour) < 12 ? 12 : /a\.?m/.test(text) && Number(hour) === 12 ? -12 : 0;
  return `${Number(hour) + shift}:${minute}`;
}

/** A count in the base of its unit, when that is known. */
export function scale(
  value: string,
  units: string[],
): { kind: 'count' | 'percent' | 'money'; value: string; units: string[] } {
  const known = SCALES[units[0] ?? ''];
  if (!known || value.includes('-')) return { kind: 'count', value, units };
  const kind = known[0] === '%' ? 'percent' : /[$€]/.test(known[0]) ? 'money' : 'count';
  return {
    kind,
    value: String(Number((Number(value) * known[1]).toPrecision(6))),
    units: [known[0], ...units.slice(1)],
  };
}
