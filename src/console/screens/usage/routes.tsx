import { useSignal } from '@preact/signals';
import type { UsageReadAnswer } from '../../../client/index.js';
import { shareOf } from '../../lib/amounts.js';
import { Button, Empty } from '../../parts/controls.js';
import { addressOf } from '../../state/router.js';

const SHOWN = 10;

/** A bar and the numbers of every route: chart and table in one. */
export function Routes({ routes }: { routes: UsageReadAnswer['by_route'] }) {
  const all = useSignal(false);
  const most = Math.max(0, ...routes.map(({ requests }) => requests));
  const shown = all.value ? routes : routes.slice(0, SHOWN);
  return (
    <section class="usage-part" aria-label="By route">
      <h2>By route</h2>
      {routes.length === 0 && (
        <Empty title="No calls in these days">
          <p>
            <a href={addressOf('connect')}>Connect an agent</a>, or look at more days.
          </p>
        </Empty>
      )}
      {routes.length > 0 && (
        <div class="table-box" tabIndex={0} role="region" aria-label="Requests by route">
          <table class="table">
            <thead>
              <tr>
                <th scope="col">Route</th>
                <th scope="col">Requests</th>
                <th scope="col" class="number">
                  Errors
                </th>
                <th scope="col" class="number">
                  Average
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((one) => (
                <tr key={one.route}>
                  <th scope="row">
                    <code>{one.route}</code>
                  </th>
                  <td>
                    <Bar value={one.requests} most={most} />
                  </td>
                  <td class={`number${one.errors > 0 ? ' bad' : ''}`}>{one.errors.toLocaleString()}</td>
                  <td class="number">{one.avg_latency_ms.toFixed(1)} ms</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {routes.length > SHOWN && (
        <Button
          kind="quiet"
          onClick={() => {
            all.value = !all.value;
          }}
        >
          {all.value ? 'Fewer' : `${routes.length - SHOWN} more`}
        </Button>
      )}
    </section>
  );
}

export const Bar = ({ value, most }: { value: number; most: number }) => (
  <span class="bar-cell">
    <span class="bar" aria-hidden="true">
      <span style={{ width: `${shareOf(value, most)}%` }} />
    </span>
    <span class="number">{value.toLocaleString()}</span>
  </span>
);
