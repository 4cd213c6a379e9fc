import { useSignal } from '@preact/signals';
import type { UsageReadResponse } from '../../../client/index.js';
import { Button, Empty } from '../../parts/controls.js';
import { Bar, Table } from '../../parts/table.js';
import { addressOf } from '../../state/router.js';

const SHOWN = 10;

/** A bar and the numbers for every route: chart and table in one. */
export function Routes({ routes }: { routes: UsageReadResponse['by_route'] }) {
  const all = useSignal(false);
  const most = Math.max(0, ...routes.map(({ requests }) => requests));
  const shown = all.value ? routes : routes.slice(0, SHOWN);
  return (
    <section class="usage-part" aria-label="By route">
      <h2>By route</h2>
      {routes.length === 0 && (
        <Empty title="No calls in this period">
          <p>
            <a href={addressOf('connect')}>Connect an agent</a>, or choose a longer period.
          </p>
        </Empty>
      )}
      {routes.length > 0 && (
        <Table
          bars
          label="Requests by route"
          columns={['Route', { number: 'Requests' }, { number: 'Errors' }, { number: 'Average' }]}
        >
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
        </Table>
      )}
      {routes.length > SHOWN && (
        <Button kind="quiet" onClick={() => (all.value = !all.value)}>
          {all.value ? 'Fewer' : `${routes.length - SHOWN} more`}
        </Button>
      )}
    </section>
  );
}
