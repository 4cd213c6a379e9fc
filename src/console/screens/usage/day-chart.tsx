import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { UsageReadResponse } from '../../../client/index.js';
import { showError } from '../../api.js';
import { titled } from '../../lib/text.js';
import { Tabs } from '../../parts/controls.js';
import { Table } from '../../parts/table.js';
import { theme } from '../../state/theme.js';
import type { Plot } from './plot.js';

type Day = UsageReadResponse['daily'][number];
const MEASURES = ['requests', 'errors', 'tokens'] as const;
type Measure = (typeof MEASURES)[number];

/** Columns by day, drawn by a library that only this chart loads; a table offers the same to screen readers. */
export function DayChart({ daily }: { daily: readonly Day[] }) {
  const measure = useSignal<Measure>('requests');
  const hovered = useSignal<number | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<Plot | undefined>(undefined);
  const shown = measure.value;
  const values = daily.map((day) => day[shown]);
  const key = JSON.stringify([shown, theme.value, daily]);
  useEffect(() => {
    let over = false;
    const draw = async () => {
      const { plotDays } = await import('./plot.js');
      if (over || !box.current) return;
      plot.current?.destroy();
      plot.current = plotDays(
        box.current,
        daily.map(({ day }) => day),
        values,
        (at) => {
          hovered.value = at;
        },
      );
    };
    draw().catch((error) => !over && showError(error));
    return () => {
      over = true;
    };
  }, [key]);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => plot.current?.fit());
    observer.observe(element);
    // Colours are read at drawing time.
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const recolour = () => plot.current?.recolour();
    dark.addEventListener('change', recolour);
    return () => {
      observer.disconnect();
      dark.removeEventListener('change', recolour);
      plot.current?.destroy();
    };
  }, []);
  const sum = values.reduce((total, value) => total + value, 0);
  const at = daily[hovered.value ?? -1];
  const inAll = `${sum.toLocaleString()} ${shown} in ${daily.length} days`;
  return (
    <section class="usage-part" aria-label="By day">
      <div class="usage-part-head">
        <h2>By day</h2>
        <Tabs
          label="Measure"
          value={shown}
          options={MEASURES.map((one) => [one, titled(one)] as const)}
          onChange={(one) => (measure.value = one)}
        />
      </div>
      <div class="plot" ref={box} role="img" aria-label={inAll} />
      <p class="soft small" aria-hidden="true">
        {at ? `${at.day}: ${at[shown].toLocaleString()} ${shown}` : inAll}
      </p>
      <details>
        <summary>As a table</summary>
        <Table label="By day, as a table" columns={['Day', ...MEASURES.map((one) => ({ number: titled(one) }))]}>
          {[...daily].reverse().map((day) => (
            <tr key={day.day}>
              <th scope="row">{day.day}</th>
              {MEASURES.map((one) => (
                <td key={one} class="number">
                  {day[one].toLocaleString()}
                </td>
              ))}
            </tr>
          ))}
        </Table>
      </details>
    </section>
  );
}
