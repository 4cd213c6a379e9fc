import { client } from '../../api.js';
import { monthBounds } from '../../lib/time.js';
import { Empty, Loading } from '../../parts/controls.js';
import { Figure } from '../../parts/fact.js';
import { Time } from '../../parts/time.js';
import { addressOf } from '../../state/router.js';
import { useLoaded } from '../../state/use.js';
import { memoriesAddress } from './address.js';

/** What is stored about one user. Requests and tokens are counted per key: see the Usage screen. */
export function UserUsage({ user }: { user: string }) {
  const { value: stats, loading } = useLoaded((signal) => client.memory.stats({ user_id: user }, { signal }), [user]);
  const { value: facets } = useLoaded((signal) => client.memory.facets({ user_id: user }, { signal }), [user], {
    quiet: true,
  });
  if (!stats) return loading ? <Loading /> : null;
  if (stats.total_memories === 0)
    return (
      <Empty icon="usage" title="Nothing stored">
        <p>Figures appear when an agent has stored something about this user.</p>
      </Empty>
    );
  const ofUser = new URLSearchParams({ user_id: user });
  const months = facets?.facets.month ?? [];
  return (
    <>
      <div class="figures">
        <Figure name="Memories" value={stats.total_memories.toLocaleString()} href={memoriesAddress(user)} />
        <Figure
          name="Contradictions"
          value={stats.conflict_count.toLocaleString()}
          href={addressOf('care/contradictions', ofUser)}
          note="open"
        />
        <Figure
          name="Stale"
          value={stats.stale_count.toLocaleString()}
          href={addressOf('care/stale', ofUser)}
          note="not confirmed recently"
        />
        <Figure name="Quality" value={stats.memory_quality_score.toFixed(0)} note="of 100" />
      </div>
      <p class="soft">
        {stats.oldest_memory !== null && stats.newest_memory !== null && (
          <>
            First stored <Time at={stats.oldest_memory} full />, last stored <Time at={stats.newest_memory} full />.{' '}
          </>
        )}
        Requests are counted per key, not per user.
      </p>
      <div class="profile-groups">
        <Counts
          title="By month"
          rows={months.map(({ value, count }) => [value, count])}
          hrefOf={(month) => {
            const bounds = monthBounds(month);
            return memoriesAddress(
              user,
              bounds ? { created_after: String(bounds.after), created_before: String(bounds.before) } : {},
            );
          }}
        />
        <Counts
          title="By agent"
          rows={Object.entries(stats.by_agent)}
          hrefOf={(agent_id) => memoriesAddress(user, { agent_id })}
        />
        <Counts
          title="By category"
          rows={Object.entries(stats.by_category)}
          hrefOf={(category) => memoriesAddress(user, { category })}
        />
        <Counts
          title="By kind"
          rows={Object.entries(stats.by_kind)}
          hrefOf={(kind) => memoriesAddress(user, { kind })}
        />
      </div>
    </>
  );
}

const SHOWN = 12;

interface Props {
  title: string;
  rows: readonly (readonly [string, number])[];
  hrefOf: (value: string) => string;
}

function Counts({ title, rows, hrefOf }: Props) {
  const some = rows.filter(([, count]) => count > 0).slice(0, SHOWN);
  if (some.length === 0) return null;
  const most = Math.max(...some.map(([, count]) => count));
  return (
    <section class="card">
      <h2>{title}</h2>
      <ul class="counts">
        {some.map(([value, count]) => (
          <li key={value}>
            <a href={hrefOf(value)}>
              <span class="facet-bar" style={{ width: `${(count / most) * 100}%` }} />
              <bdi>{value === '' ? '(none)' : value}</bdi>
              <span class="number">{count.toLocaleString()}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
