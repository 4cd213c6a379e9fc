import type { ComponentChildren } from 'preact';
import { shareOf } from '../lib/amounts.js';

interface Props {
  label: string;
  columns: readonly (string | { number: string })[];
  /** The second column contains bars. */
  bars?: boolean;
  children: ComponentChildren;
}

/** Rows under named columns; scrolls horizontally if it is wider than the page. */
export const Table = ({ label, columns, bars = false, children }: Props) => (
  <section class="table-box" tabIndex={0} aria-label={label}>
    <table class={bars ? 'table with-bars' : 'table'}>
      <thead>
        <tr>
          {columns.map((column) => {
            const name = typeof column === 'string' ? column : column.number;
            return (
              <th key={name} scope="col" class={typeof column === 'string' ? undefined : 'number'}>
                {name}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </section>
);

/** A number, with a bar relative to the largest. */
export const Bar = ({ value, most }: { value: number; most: number }) => (
  <span class="bar-cell">
    <span class="bar" aria-hidden="true">
      <span style={{ width: `${shareOf(value, most)}%` }} />
    </span>
    <span class="number">{value.toLocaleString()}</span>
  </span>
);
