import type { UsageReadResponse } from '../../../client/index.js';
import { client } from '../../api.js';
import { bytesText, shareOf } from '../../lib/amounts.js';
import { dayOf } from '../../lib/time.js';
import { AgentTable } from '../../parts/agent-table.js';
import { CallButton } from '../../parts/call.js';
import { Button, Empty, Loading, Tabs } from '../../parts/controls.js';
import { Figure } from '../../parts/fact.js';
import { PageHead } from '../../parts/page-head.js';
import { useShortcutsOf } from '../../state/keys.js';
import { addressOf, query, setQuery } from '../../state/router.js';
import { useLoaded } from '../../state/use.js';
import { ChildKeys } from './child-keys.js';
import { DayChart } from './day-chart.js';
import { Routes } from './routes.js';

const AGENTS = 20;
const SPANS = ['7', '30', '90'] as const;

/** The usage of the key, and the keys that work on its data. */
export function Usage() {
  useShortcutsOf({});
  const span = SPANS.find((one) => one === query.value.get('days')) ?? '30';
  const input = { days: Number(span) };
  const { value: usage, loading, again } = useLoaded((signal) => client.usage.read(input, { signal }), [span]);
  return (
    <div class="page wide">
      <PageHead title="Usage and keys">What this key and its child keys have used. Days in UTC.</PageHead>
      <div class="page-tools">
        <Tabs
          label="Days"
          value={span}
          options={SPANS.map((one) => [one, `${one} days`] as const)}
          onChange={(one) => setQuery(new URLSearchParams({ days: one }), { replace: true })}
        />
        <CallButton name="Usage" call={{ operation: 'usage.read', input }} />
      </div>
      {loading && !usage && <Loading />}
      {!loading && !usage && (
        <Empty icon="warn" title="Could not load the usage">
          <Button onClick={again}>Try again</Button>
        </Empty>
      )}
      {usage && (
        <>
          <Figures usage={usage} />
          <DayChart daily={usage.daily} />
          <Routes routes={usage.by_route} />
          <section class="usage-part" aria-label="By agent">
            <h2>By agent</h2>
            <p class="soft small">Calls in the last year that name the agent, and its current memories.</p>
            <AgentTable limit={AGENTS} />
          </section>
        </>
      )}
      <ChildKeys />
    </div>
  );
}

function Figures({ usage }: { usage: UsageReadResponse }) {
  const { totals, storage, used, limit } = usage;
  // The allowance is per calendar month, in UTC.
  const reset = new Date(usage.reset_date);
  const month = Date.UTC(reset.getUTCFullYear(), reset.getUTCMonth() - 1, 1);
  const ofMonth = addressOf('memories', new URLSearchParams({ created_after: String(month - 1) }));
  return (
    <section class="figures" aria-label="Figures">
      <Figure
        name="Memories this month"
        value={used.toLocaleString()}
        href={ofMonth}
        note={limit === null ? 'no limit' : `of ${limit.toLocaleString()}, resets on ${dayOf(usage.reset_date)}`}
      >
        <Level name="Allowance used" value={used} most={limit} />
      </Figure>
      <Figure
        name="Storage"
        value={bytesText(storage.used_bytes)}
        note={storage.limit_bytes === null ? 'no limit' : `of ${bytesText(storage.limit_bytes)}`}
      >
        <Level name="Storage used" value={storage.used_bytes} most={storage.limit_bytes} />
      </Figure>
      <Figure
        name="Requests"
        value={totals.requests.toLocaleString()}
        note={`${totals.avg_latency_ms.toFixed(1)} ms on average`}
      />
      <Figure
        name="Errors"
        value={<span class={totals.errors > 0 ? 'bad' : undefined}>{totals.errors.toLocaleString()}</span>}
        note="responses with status 400 or above"
      />
      <Figure name="Tokens embedded" value={totals.tokens.toLocaleString()} note="read by the embedding model" />
    </section>
  );
}

function Level({ name, value, most }: { name: string; value: number; most: number | null }) {
  if (most === null) return null;
  const share = Math.min(100, Math.round((value / most) * 100));
  return (
    <span
      class={`level${share >= 90 ? ' bad' : ''}`}
      role="meter"
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share}
    >
      <span style={{ width: `${shareOf(value, most)}%` }} />
    </span>
  );
}
