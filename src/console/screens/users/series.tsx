import { Table } from '../../parts/table.js';

interface Day {
  day: string;
  valence: number;
  interactions: number;
}

const [WIDTH, HEIGHT] = [12, 60];
/** Bars do not get wider if there are fewer days. */
const MIN_DAYS = 45;

/** One bar for each day with interactions: up for good, down for bad. The table shows the same. */
export function Series({ series }: { series: readonly Day[] }) {
  if (series.length === 0) return <p class="soft">No exchanges in this period.</p>;
  const middle = HEIGHT / 2;
  const width = Math.max(MIN_DAYS, series.length) * WIDTH;
  return (
    <div class="series">
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Mean valence of ${series.length} days, from ${series[0]?.day} to ${series.at(-1)?.day}; the table below has the numbers`}
      >
        <line x1="0" x2={width} y1={middle} y2={middle} class="series-zero" />
        {series.map(({ day, valence, interactions }, at) => {
          const height = Math.max(1, Math.abs(valence) * (middle - 2));
          return (
            <rect
              key={day}
              x={at * WIDTH + 2}
              y={valence >= 0 ? middle - height : middle}
              width={WIDTH - 4}
              height={height}
              class={valence >= 0 ? 'series-good' : 'series-bad'}
            >
              <title>{`${day}: ${valence.toFixed(2)} (${interactions})`}</title>
            </rect>
          );
        })}
      </svg>
      <p class="months-ends soft">
        <span>{series[0]?.day}</span>
        <span>{series.length > 1 ? series.at(-1)?.day : ''}</span>
      </p>
      <details>
        <summary>As a table</summary>
        <Table label="Valence by day" columns={['Day (UTC)', { number: 'Valence' }, { number: 'Interactions' }]}>
          {series.map(({ day, valence, interactions }) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              <td class="number">{valence.toFixed(2)}</td>
              <td class="number">{interactions}</td>
            </tr>
          ))}
        </Table>
      </details>
    </div>
  );
}
