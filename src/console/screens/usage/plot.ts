import uPlot from 'uplot';

export interface Plot {
  fit(): void;
  recolour(): void;
  destroy(): void;
}

const HEIGHT = 200;
const NARROWEST = 240;
/** The padding of the box. */
const PADDING = 16;
const widthOf = (box: HTMLElement) => Math.max(NARROWEST, box.clientWidth - PADDING);
const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const short = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
const monthDay = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Columns, one per day. This file and the library form a separate chunk. `hover` receives the day under the pointer, or null. */
export function plotDays(
  box: HTMLElement,
  days: readonly string[],
  values: readonly number[],
  hover: (day: number | null) => void,
): Plot {
  const font = `12px ${getComputedStyle(box).fontFamily}`;
  const axis = { stroke: () => colour('--soft'), font, ticks: { show: false } };
  const label = (at: number) => (days[at] ? monthDay.format(Date.parse(days[at])) : '');
  const options: uPlot.Options = {
    width: widthOf(box),
    height: HEIGHT,
    padding: [8, 8, 0, 0],
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    legend: { show: false },
    hooks: { setCursor: [({ cursor }) => hover(cursor.idx ?? null)] },
    scales: {
      x: { time: false, range: [-0.6, days.length - 0.4] },
      y: { range: (_plot, _low, high) => [0, Math.max(1, high * 1.1)] },
    },
    axes: [
      { ...axis, grid: { show: false }, size: 30, space: 60, values: (_plot, splits) => splits.map(label) },
      {
        ...axis,
        size: 48,
        grid: { stroke: () => colour('--line'), width: 1 },
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6, 1e7, 1e8, 1e9],
        values: (_plot, splits) => splits.map((value) => short.format(value)),
      },
    ],
    series: [
      {},
      {
        stroke: () => colour('--accent'),
        fill: () => colour('--accent'),
        width: 0,
        points: { show: false },
        ...(uPlot.paths.bars ? { paths: uPlot.paths.bars({ size: [0.7, 40], radius: 0.15 }) } : {}),
      },
    ],
  };
  const plot = new uPlot(options, [days.map((_, at) => at), [...values]], box);
  return {
    fit() {
      if (widthOf(box) !== plot.width) plot.setSize({ width: widthOf(box), height: HEIGHT });
    },
    // Paths too: the library caches the colours of a series with them.
    recolour: () => plot.redraw(true, true),
    destroy: () => plot.destroy(),
  };
}
